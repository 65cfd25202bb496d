package check

import "asif-convert/convert/asif"

// call is the state of a call in this branch, nil for no call.
func (f *fold) call(id asif.ID) *callState {
	if id == 0 {
		return nil
	}
	s := &f.calls[id-1]
	if s.epoch != f.epoch {
		*s = callState{epoch: f.epoch, version: -1, place: -1, position: -1}
	}
	return s
}

func (f *fold) request(id asif.ID) *requestState {
	if id == 0 {
		return nil
	}
	s := &f.asked[id-1]
	if s.epoch != f.epoch {
		*s = requestState{epoch: f.epoch, event: -1, answer: -1, place: -1}
	}
	return s
}

func (f *fold) task(id asif.ID) *taskState {
	if id == 0 {
		return nil
	}
	s := &f.tasks[id-1]
	if s.epoch != f.epoch {
		*s = taskState{epoch: f.epoch, update: -1}
	}
	return s
}

// setUpdate makes an update its task's current one.
func (f *fold) setUpdate(id asif.ID, n int32) {
	s := f.task(id)
	if s.update >= 0 {
		f.countWaiters(f.x.updates.At(int(s.update)), -1)
	}
	s.update = n
	f.countWaiters(f.x.updates.At(int(n)), 1)
}

func (f *fold) countWaiters(u *update, n int32) {
	for d := range f.x.dependenciesOf(u) {
		if s := f.task(d); s != nil {
			s.waiters += n
		}
	}
}

func (f *fold) execution(id asif.ID) *executionState {
	s := &f.running[id-1]
	if s.epoch != f.epoch {
		*s = executionState{epoch: f.epoch, terminal: -1, last: -1}
	}
	return s
}

// knows tells whether a call has been selected so far, in any version, or is bound.
func (f *fold) knows(id asif.ID) bool {
	return f.call(id).version >= 0 || f.x.callInfo[id-1].external
}

// revision is a task's current revision in this history, or -1.
func (f *fold) revision(id asif.ID) int64 {
	s := f.task(id)
	if s == nil || s.update < 0 {
		return -1
	}
	return f.x.updates.At(int(s.update)).revision
}

// openCall puts a call among the open ones, unless it has a terminal result.
func (f *fold) openCall(id asif.ID) *callState {
	s := f.call(id)
	if s.place < 0 && s.terminals <= 0 {
		s.place = int32(len(f.open))
		f.open = append(f.open, id)
	}
	return s
}

func (f *fold) close(id asif.ID) {
	s := f.call(id)
	if s.place < 0 {
		return
	}
	last := f.open[len(f.open)-1]
	f.open[s.place] = last
	f.call(last).place = s.place
	f.open = f.open[:len(f.open)-1]
	s.place = -1
}

// setWaiting puts a request among those without an answer.
func (f *fold) setWaiting(id asif.ID) {
	s := f.request(id)
	if s.place >= 0 {
		return
	}
	s.place = int32(len(f.waiting))
	f.waiting = append(f.waiting, id)
	f.bindWaiting(id, 1)
}

func (f *fold) setAnswered(id asif.ID) {
	s := f.request(id)
	if s.place < 0 {
		return
	}
	last := f.waiting[len(f.waiting)-1]
	f.waiting[s.place] = last
	f.request(last).place = s.place
	f.waiting = f.waiting[:len(f.waiting)-1]
	s.place = -1
	f.bindWaiting(id, -1)
}

// bindWaiting counts the open requests that a call has.
func (f *fold) bindWaiting(id asif.ID, n int32) {
	if of := f.x.requestInfo[id-1].first; of > 0 {
		if s := f.call(f.x.requests.At(int(of - 1)).call); s != nil {
			s.asked += n
		}
	}
}
