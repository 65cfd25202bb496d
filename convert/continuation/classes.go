package continuation

import (
	"asif-convert/convert/asif"
	"asif-convert/profiles"
)

// ClassRevision is the revision of the behaviour classes' contracts: what a tool's dependency accepts as its version.
const ClassRevision = "1"

// spare are the behaviour classes that an agent can go on without: what they do helps the work and is no part of it.
var spare = map[string]bool{
	"track_tasks": true, "ask_user": true, "plan_mode": true, "find_tools": true, "load_skill": true, "report": true, "goal": true,
	"memory": true, "schedule": true, "message_agent": true,
}

// refused are the classes whose open calls cannot be looked into: nobody can tell what they did. Others are reconciled,
// with what the workspace, the process or the sub-agent's own session show. None is restarted: no harness records a
// reference by which the other side would know a call again (N05).
var refused = map[string]bool{profiles.Unknown: true, profiles.MCPTool: true, "message_agent": true}

// agents are the classes whose calls are other agents at work.
var agents = map[string]bool{"run_agent": true, "control_agent": true, "workflow": true}

func recovery(class string) asif.RecoveryStrategy {
	if refused[class] {
		return asif.RecoveryStrategyRefuse
	}
	return asif.RecoveryStrategyReconcile
}

func operationKind(class string) asif.OperationKind {
	if agents[class] {
		return asif.OperationKindAgent
	}
	return asif.OperationKindTool
}

// behavior is a class as a dependency states it.
func (b *build) behavior(class string) *asif.DependencyBehavior {
	c := b.f.Classes[class]
	out := &asif.DependencyBehavior{ID: class, Revision: ClassRevision, Effects: asif.Effects(c.Effects), Replay: asif.Replay(c.Replay)}
	if c.Effects == "" {
		out.ID, out.Effects, out.Replay = profiles.Unknown, asif.EffectsUnknown, asif.ReplayUnknown
	}
	return out
}

// pathMembers are members of tools' arguments that hold one path.
var pathMembers = map[string]bool{"file_path": true, "notebook_path": true, "path": true, "workdir": true, "cwd": true, "directory": true, "dir_path": true}

// PathMembers are the arguments of a tool of a harness that hold a path.
func PathMembers(p *profiles.Profile, tool string) (out []string) {
	t, _ := p.Tool(tool)
	for _, name := range t.Takes {
		if pathMembers[name] {
			out = append(out, name)
		}
	}
	return out
}
