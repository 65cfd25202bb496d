package check

import (
	"strconv"

	"asif-convert/convert/asif"
)

// space is a name space of IDs: one collection, or one kind of name that items share.
type space uint8

const (
	participants space = iota
	events
	branches
	executions
	contexts
	configurations
	tools
	resources
	environments
	checkpoints
	losses
	streams
	calls
	requests
	tasks
	options
	capabilities
	secrets
	bindings
	usage
	coverage
	workspaces // from here on, collections of the continuation profile
	dependencies
	configurationBindings
	services
	operations
	nativeImports
	plans
	whole // the document itself
	spaceCount
)

// spaceInfo says how a space's collection is called in a document, and how one of its entities is.
var spaceInfo = [spaceCount]struct{ member, entity string }{
	participants: {"participants", "participant"}, events: {"events", "event"}, branches: {"branches", "branch"},
	executions: {"executions", "execution"}, contexts: {"contexts", "context"},
	configurations: {"configurations", "configuration"}, tools: {"tools", "tool"}, resources: {"resources", "resource"},
	environments: {"environments", "environment"}, checkpoints: {"checkpoints", "checkpoint"},
	losses: {"losses", "loss"}, streams: {"streams", "stream"}, calls: {"", "call"}, requests: {"", "decision request"},
	tasks: {"", "task"}, options: {"", "option"}, capabilities: {"", "capability"}, secrets: {"", "secret handle"},
	bindings: {"external_bindings", "external binding"}, usage: {"usage", "usage"}, coverage: {"coverage", "coverage"},
	workspaces: {"continuation/workspaces", "workspace"}, dependencies: {"continuation/dependencies", "dependency"},
	configurationBindings: {"continuation/configuration_bindings", "configuration binding"},
	services:              {"continuation/service_bindings", "service binding"}, operations: {"continuation/operations", "operation"},
	nativeImports: {"continuation/native_imports", "native import"}, plans: {"continuation/plans", "plan"},
	whole: {"", "document"},
}

// names is one space's IDs and where each is defined.
type names struct {
	ids   *asif.IDs
	where []int32 // by ID-1: index of the defining item plus 1; 0: not defined (yet)
}

// intern numbers a name; 0 for the empty one.
func (n *names) intern(name []byte) asif.ID {
	id, fresh := n.ids.Intern(name)
	if fresh {
		n.where = append(n.where, 0)
	}
	return id
}

// item is the index of the item that defines id, or -1.
func (n *names) item(id asif.ID) int32 {
	if id <= 0 {
		return -1
	}
	return n.where[id-1] - 1
}

func (n *names) text(id asif.ID) string {
	if id <= 0 {
		return ""
	}
	return string(n.ids.Append(nil, id))
}

// spot is a place in the document that a finding can point at.
type spot struct {
	space  space
	index  int32      // of the item in its collection
	input  int32      // of the input in a context, or of the entry in a plan's accounting; or -1
	span   asif.Range // of the item, or of the input or entry
	rest   string     // pointer from there
	id     string     // the entity's ID
	member string     // of the document, for the space whole
}

// base is the pointer of the item at span.
func (s spot) base() string {
	if s.space == whole {
		if s.member == "" {
			return ""
		}
		return "/" + s.member
	}
	p := "/" + spaceInfo[s.space].member + "/" + strconv.Itoa(int(s.index))
	switch {
	case s.input >= 0 && s.space == plans:
		p += "/context_accounting/" + strconv.Itoa(int(s.input))
	case s.input >= 0:
		p += "/inputs/" + strconv.Itoa(int(s.input))
	}
	return p
}

// item is one parsed element of a collection, on its way from the workers into the index.
type item struct {
	spot
	tree
	faults   []schemaFault // found by the schema
	blob     blob          // of a resource
	contract []schemaFault // of a tool's schemas
}

// at is the spot of a value of the item.
func (it *item) at(v value) spot {
	s := it.spot
	s.rest = v.pointer()
	return s
}

// eventKind numbers the event kinds.
type eventKind uint8

const (
	otherEvent eventKind = iota // a kind the format does not know: the schema says so
	message
	toolCall
	toolResult
	decisionRequest
	decisionResolution
	taskUpdate
	contextCheckpoint
	configurationChange
	executionTransition
	resourceChange
	note
	extension
	eventKinds
)

var eventKindNames = [eventKinds]string{
	message: string(asif.KindMessage), toolCall: string(asif.KindToolCall), toolResult: string(asif.KindToolResult),
	decisionRequest: string(asif.KindDecisionRequest), decisionResolution: string(asif.KindDecisionResolution),
	taskUpdate: string(asif.KindTaskUpdate), contextCheckpoint: string(asif.KindContextCheckpoint),
	configurationChange: string(asif.KindConfigurationChange), executionTransition: string(asif.KindExecutionTransition),
	resourceChange: string(asif.KindResourceChange), note: string(asif.KindNote), extension: string(asif.KindExtension),
}

// event is what the rules between events need of one: 64 bytes.
type event struct {
	offset     int64
	length     int32
	sequence   int64 // -1: none that counts
	time       int64 // nanoseconds since 1970; noTime: none that can be compared
	id         asif.ID
	actor      asif.ID
	execution  asif.ID
	supersedes int32 // index of the local event, or one of the constants below
	causes     int32 // where its local causes begin in index.causes; they end where the next event's begin
	detail     int32 // index in the list of its kind
	kind       eventKind
	superseded bool  // by some event of the document, locally
	branch     int32 // the last branch that selects it, by its index plus 1; 0: none
}

// What supersedes can be beside an index.
const (
	supersedesNothing  = -1
	supersedesExternal = -2
	supersedesMissing  = -3
)

const noTime = -1 << 63

// call is a tool_call event.
type call struct {
	event  int32
	call   asif.ID
	tool   asif.ID
	retry  asif.ID // in the space of calls
	status argumentsStatus
}

type argumentsStatus uint8

const (
	argumentsOther argumentsStatus = iota
	argumentsUnknown
	argumentsPartial
	argumentsComplete
)

var argumentsStatusNames = map[string]argumentsStatus{
	string(asif.ArgumentsUnknown): argumentsUnknown, string(asif.ArgumentsPartial): argumentsPartial,
	string(asif.ArgumentsComplete): argumentsComplete,
}

func (s argumentsStatus) String() string {
	return [...]string{"other", "unknown", "partial", "complete"}[s]
}

// result is a tool_result event.
type result struct {
	position int64 // result_index
	event    int32
	call     asif.ID
	terminal bool
}

// request is a decision_request event, or an external request binding (event -1).
type request struct {
	revision    int64 // of the task it is bound to
	event       int32
	request     asif.ID
	call        asif.ID
	task        asif.ID
	optionFrom  int32 // in index.options
	optionCount int32
}

// resolution is a decision_resolution event.
type resolution struct {
	event   int32
	request asif.ID
	option  asif.ID
}

// update is a task_update event.
type update struct {
	revision, previous int64 // previous -1: none
	event              int32
	task               asif.ID
	dependFrom         int32 // in index.depends
	dependCount        int32 // -1: not declared
	status             taskStatus
	reopened           bool // with a reason
}

type taskStatus uint8

const (
	taskOther taskStatus = iota
	taskProposed
	taskPending
	taskInProgress
	taskCompleted
	taskFailed
	taskCancelled
	taskSuperseded
	taskUnknown
)

var taskStatusNames = map[string]taskStatus{
	"proposed": taskProposed, "pending": taskPending, "in_progress": taskInProgress, "completed": taskCompleted,
	"failed": taskFailed, "cancelled": taskCancelled, "superseded": taskSuperseded, "unknown": taskUnknown,
}

func (s taskStatus) closed() bool { return s >= taskCompleted && s <= taskSuperseded }
func (s taskStatus) open() bool   { return s >= taskProposed && s <= taskInProgress }

// transition is an execution_transition event.
type transition struct {
	event     int32
	execution asif.ID
	status    executionStatus
}

type executionStatus uint8

const (
	executionOther executionStatus = iota
	executionRunning
	executionCompleted
	executionFailed
	executionCancelled
	executionInterrupted
	executionUnknown
)

var executionStatusNames = map[string]executionStatus{
	"running": executionRunning, "completed": executionCompleted, "failed": executionFailed,
	"cancelled": executionCancelled, "interrupted": executionInterrupted, "unknown": executionUnknown,
}

func (s executionStatus) String() string {
	return [...]string{"other", "running", "completed", "failed", "cancelled", "interrupted", "unknown"}[s]
}

func (s executionStatus) terminal() bool { return s >= executionCompleted && s <= executionInterrupted }

// callInfo is what the document says of one call_id as a whole.
type callInfo struct {
	first    int32 // index of its first call, plus 1; 0: none
	external bool  // bound to a prior capture
	streamed bool  // some stream carries its bytes
}

// requestInfo is what the document says of one request_id as a whole.
type requestInfo struct {
	first    int32 // index in requests, plus 1; 0: none. An event's, where there is a binding too (I06)
	external bool  // bound to a prior capture
}

// branch is a selection of history.
type branch struct {
	spot
	name     asif.ID
	from, to int32 // in index.selected
}

// index is the document in brief: per event about 100 bytes, names included.
type index struct {
	spaces      [spaceCount]names
	events      asif.Chunks[event]
	causes      asif.Chunks[int32] // event indexes
	calls       asif.Chunks[call]
	results     asif.Chunks[result]
	requests    asif.Chunks[request]
	resolutions asif.Chunks[resolution]
	updates     asif.Chunks[update]
	transitions asif.Chunks[transition]
	options     asif.Chunks[asif.ID]
	depends     asif.Chunks[asif.ID]
	callInfo    []callInfo    // by call ID
	requestInfo []requestInfo // by request ID
	branches    []branch
	selected    asif.Chunks[int32] // the branches' events
}
