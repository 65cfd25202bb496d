package ahp

import (
	"strings"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/losses"
)

// taskWords are the words for a task's state that harnesses use; the protocol has none of its own.
var taskWords = map[string]asif.TaskStatus{
	"proposed": asif.TaskProposed, "pending": asif.TaskPending, "todo": asif.TaskPending, "open": asif.TaskPending, "in_progress": asif.TaskInProgress,
	"in-progress": asif.TaskInProgress, "active": asif.TaskInProgress, "running": asif.TaskInProgress, "completed": asif.TaskCompleted, "done": asif.TaskCompleted,
	"failed": asif.TaskFailed, "cancelled": asif.TaskCancelled, "canceled": asif.TaskCancelled, "superseded": asif.TaskSuperseded,
}

// finished are the states that a task does not leave by itself.
var finished = map[asif.TaskStatus]bool{asif.TaskCompleted: true, asif.TaskFailed: true, asif.TaskCancelled: true, asif.TaskSuperseded: true}

// taskChanged is a task's new state. A task that is removed is cancelled, unless it had ended.
func (s *session) taskChanged(e *event) {
	t := e.f[fTask]
	id := adapters.Text(of(t, "id"))
	if len(id) == 0 {
		s.remark(e)
		return
	}
	status, told := taskWords[strings.ToLower(word(of(t, "change", "status")))]
	was, known := s.tasks[string(id)]
	loss := losses.TaskStatusUnknown
	switch {
	case word(of(t, "operation")) == "remove":
		if told, loss = false, losses.TaskRemoved; !known || !finished[was] {
			was = asif.TaskCancelled
		}
		status = was
	case told:
	case known && of(t, "change", "status") == nil: // it changes something else
		status, told = was, true
	default:
		status = asif.TaskUnknown
	}
	value := object(member{"description", e.safe(adapters.Quoted(of(t, "description")))}, member{"change", e.safe(of(t, "change"))}, member{"operation", e.safe(of(t, "operation"))})
	ref := s.add(e, adapters.Draft{Actor: s.speaker(e), Data: &adapters.TaskUpdate{
		Task: id, Status: status, Parts: []adapters.Part{{Kind: adapters.StructuredPart, Name: space + "/task", Value: value}}, Reopen: "reported by the harness",
	}})
	if !told {
		s.Lose(loss, ref)
	}
	s.tasks[string(id)] = status
}
