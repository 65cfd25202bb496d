package continuation

import (
	"asif-convert/convert/asif"
	"asif-convert/profiles"
)

// Facts are what a document and its harness say of main's head. IDs are those of the document.
type Facts struct {
	Harness        string // "claude-code"
	Revision       string // of the adapter's mapping
	Version        string // of the harness; "" when not recorded
	OS             string // as recorded; ""
	Architecture   string
	StateFormat    string // of the harness's store; ""
	Ordering       string // what keeps records in order there
	Index          string // what else in the store names sessions
	Natives        []string
	NativeReadable bool // the native bytes can be had

	Checkpoint, Context, Configuration string
	Head                               string // the boundary event; "" for an empty branch
	Consistent                         bool
	Boundary                           string

	Place         *Place          // nil: no folder was recorded
	Workspace     *asif.Workspace // in place of the references to Place; nil: those
	Model         asif.Model
	Media         []string
	Tools         []Tool // that the live context uses
	Classes       map[string]profiles.Class
	Instructions  []Instruction
	Capabilities  []Capability
	PolicyIDs     []string
	Services      []asif.Service
	OpenCalls     []Call
	OpenDecisions []string
	Actions       []asif.ActionKind // whose plans are wanted
	OpenPlans     int               // how many plans open calls and questions may have
}

// Place is the folder that the session works in.
type Place struct {
	EnvironmentID string
	Root          string // folder where the session began, or CWD when that is elsewhere
	CWD           string
	Branch        string
	Commit        string
	Remote        string // without credentials
}

// Tool is a tool that the live context calls.
type Tool struct {
	ID, Name string
	Server   string // of the tool, when it is an MCP server's
	Class    string // of its behaviour
	Failed   bool   // every call to it failed
}

// Call is a call without result.
type Call struct {
	ID     string
	ToolID string
	State  asif.OpenState
	// Aside tells that the live context does not hold the call, so that no result can answer it.
	Aside bool
}

// Instruction is one instruction of the configuration, and how the harness takes it.
type Instruction struct {
	ID        string
	Authority asif.Authority
	Merge     asif.MergeBehavior
	Group     string
	Priority  int64
	Folder    string // that it is for; "" everywhere
	Predicate []byte // JSON: when it is active; nil: always
	Dialect   string // of the predicate
}

// Capability is one capability of the configuration that is also a dependency.
type Capability struct {
	ID        string
	Kind      asif.DependencyKind
	Identity  string
	Required  bool
	Resources []string
}
