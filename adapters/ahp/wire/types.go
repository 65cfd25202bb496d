package wire

// Family groups event types by what they are about; it is the first word of their names.
type Family string

// Families of event types.
const (
	Session   Family = "session"
	Turn      Family = "turn"
	Model     Family = "model"
	Tool      Family = "tool"
	Context   Family = "context"
	Config    Family = "config"
	Task      Family = "task"
	Workspace Family = "workspace"
	File      Family = "file"
	User      Family = "user"
	Hook      Family = "hook"
)

// Type is one event type of the protocol.
type Type struct {
	Name          string
	Family        Family
	Interceptable bool // a back end may be asked before the harness goes on
	Chapter       bool // its payload stands in "Execution payload encoding"; the others are catalogue events
}

// Types lists the 32 event types: those of the chapter in its order, then the others.
var Types = []Type{
	{"session.start", Session, true, true},
	{"session.end", Session, false, true},
	{"tool.before", Tool, true, true},
	{"tool.after", Tool, true, true},
	{"turn.start", Turn, true, true},
	{"turn.finish.before", Turn, true, true},
	{"turn.end", Turn, false, true},
	{"turn.progress", Turn, false, true},
	{"model.request.before", Model, true, true},
	{"model.response.after", Model, true, true},
	{"model.error", Model, false, true},
	{"model.switch.before", Model, true, true},
	{"model.switch.after", Model, false, true},
	{"tool.permission.request", Tool, true, true},
	{"tool.permission.resolved", Tool, false, true},
	{"tool.progress", Tool, false, true},
	{"tool.batch.after", Tool, true, true},
	{"context.compact.before", Context, true, true},
	{"context.compact.after", Context, true, true},
	{"config.change.before", Config, true, false},
	{"config.change.after", Config, false, false},
	{"task.change.before", Task, true, false},
	{"task.change.after", Task, false, false},
	{"workspace.change.before", Workspace, true, false},
	{"workspace.change.after", Workspace, false, false},
	{"file.changed", File, false, false},
	{"user.attention", User, false, false},
	{"user.elicitation.request", User, true, false},
	{"user.elicitation.result", User, true, false},
	{"user.message.inbound", User, true, false},
	{"user.message.outbound", User, true, false},
	{"hook.failure", Hook, false, false},
}

// removed maps the names that the chapter took out of the protocol to what says the same now; "" is nothing.
var removed = map[string]string{
	"tool.error":         "tool.after with outcome error",
	"prompt.submitted":   "turn.start",
	"agent.stop":         "turn.end or turn.finish.before",
	"notification":       "user.attention",
	"permission.request": "tool.permission.request",
	"compact.pre":        "context.compact.before",
	"compact.post":       "context.compact.after",
	"file.edited":        "file.changed",
	"other":              "",
}

// byName finds a type's place in Types.
var byName = indexTypes()

func indexTypes() map[string]int {
	m := make(map[string]int, len(Types))
	for i, t := range Types {
		m[t.Name] = i
	}
	return m
}

// Find returns the event type of that name.
func Find(name string) (Type, bool) {
	i, ok := byName[name]
	if !ok {
		return Type{}, false
	}
	return Types[i], true
}

// Number is the place in Types of the event type of that name, from 1; 0 for none.
func Number(name string) int {
	if i, ok := byName[name]; ok {
		return i + 1
	}
	return 0
}

// Removed tells whether a name was an event type of an earlier draft, and what to use instead: a name with a hint, ""
// for nothing.
func Removed(name string) (instead string, ok bool) {
	instead, ok = removed[name]
	return instead, ok
}
