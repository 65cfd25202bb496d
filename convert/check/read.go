package check

import (
	"fmt"

	"asif-convert/convert/asif"
)

// work parses an item and checks it against its object's schema, and does what else is costly. It runs beside the
// reading and beside itself, and touches nothing but the item.
func (x *validation) work(it *item) {
	it.contract = nil
	if parseItem(it); len(it.faults) > 0 {
		return
	}
	it.faults = x.schemas.check(objectOf(it), it.root())
	switch it.space {
	case resources:
		x.hashBlob(it)
	case tools:
		it.contract = x.schemas.contracts(it.root())
	}
}

// parseItem parses an item. One that cannot be parsed is empty, and says so in its faults.
func parseItem(it *item) {
	it.faults, it.id = nil, ""
	if err := it.parse(it.tree.raw, maxDepth); err != nil {
		it.tree.nodes = it.tree.nodes[:0]
		it.faults = []schemaFault{{message: err.Error()}}
	}
}

// plainObjects are the objects of the collections whose items all have the same.
var plainObjects = [spaceCount]string{
	participants: "participant", branches: "branch", executions: "execution", configurations: "configuration", tools: "tool",
	resources: "resource", environments: "environment", checkpoints: "checkpoint", losses: "loss", streams: "stream",
	usage: "usage", coverage: "coverage", workspaces: "workspace", dependencies: "dependency",
	configurationBindings: "configuration-binding", services: "service", operations: "operation",
	nativeImports: "native-import", plans: "plan",
}

// objectOf is the name of the schema that an item must fit: the one of its kind, if it has one.
func objectOf(it *item) string {
	kind := it.root().get("kind")
	switch {
	case it.space == events:
		if k := kindOf(kind.text()); k != otherEvent {
			return eventObjects[k]
		}
		return "event"
	case it.space == bindings:
		return "external-binding"
	case it.space == contexts && it.input >= 0:
		return "context-input"
	case it.space == plans && it.input >= 0:
		return "context-accounting"
	case it.space == contexts:
		return "context"
	}
	return plainObjects[it.space]
}

var eventObjects = [eventKinds]string{
	message: "event-message", toolCall: "event-tool-call", toolResult: "event-tool-result",
	decisionRequest: "event-decision-request", decisionResolution: "event-decision-resolution", taskUpdate: "event-task-update",
	contextCheckpoint: "event-context-checkpoint", configurationChange: "event-configuration-change",
	executionTransition: "event-execution-transition", resourceChange: "event-resource-change", note: "event-note",
	extension: "event-extension",
}

func kindOf(name []byte) eventKind {
	for k, n := range eventKindNames {
		if k > 0 && string(name) == n {
			return eventKind(k)
		}
	}
	return otherEvent
}

// readHeader checks the document's own members.
func (x *validation) readHeader() error {
	header, err := x.doc.Header()
	if err != nil {
		return fmt.Errorf("reading the header: %w", err)
	}
	it := item{spot: spot{space: whole, input: -1}}
	if err := it.parse(header, maxDepth); err != nil {
		return fmt.Errorf("reading the header: %w", err)
	}
	it.faults = x.schemas.check("document", it.root())
	x.takeFaults(&it)
	for _, m := range []struct {
		member, object string
		read           func(*validation, *item)
	}{
		{"capture", "capture", (*validation).readCapture},
		{"session", "session", (*validation).readSession},
	} {
		if err := x.readMember(m.member, m.object, m.read); err != nil {
			return err
		}
	}
	x.readFeatures(it.root().get("required_features"))
	return nil
}

// readMember checks a member of the document that is one object.
func (x *validation) readMember(member, object string, read func(*validation, *item)) error {
	at, ok := x.doc.Member(member)
	if !ok {
		return nil
	}
	raw, err := x.doc.Read(at)
	if err != nil {
		return fmt.Errorf("reading %s: %w", member, err)
	}
	it := item{spot: spot{space: whole, input: -1, span: at}}
	if err := it.parse(raw, maxDepth); err != nil {
		return fmt.Errorf("reading %s: %w", member, err)
	}
	if it.root().kind() != objectKind {
		return nil // the header's schema reports it
	}
	it.member = member
	it.faults = x.schemas.check(object, it.root())
	x.takeFaults(&it)
	read(x, &it)
	return nil
}

func (x *validation) readCapture(it *item) { x.capture = it.root().get("id").str() }

func (x *validation) readSession(it *item) {
	v := it.root()
	x.session = v.get("id").str()
	x.parts("R04", it, v.get("objective"))
	x.i08(it, v.get("lineage"))
	for n := range v.get("native_ids").each() {
		x.v09Value(it, n.get("value"))
	}
}

func (x *validation) readParticipant(it *item) {
	v := it.root()
	x.present[asif.ScopeParticipants] = true
	child := x.define(it)
	if p := v.get("parent_participant_id"); p.exists() {
		parent := x.refer("R01", participants, it, p)
		x.parents = append(x.parents, parentLink{spot: it.at(p), child: child, parent: parent})
	}
	if s := v.get("child_session").get("session_id"); s.kind() == stringKind {
		x.children[s.str()] = true
	}
	x.v09Value(it, v.get("native_id"))
}

func (x *validation) readTool(it *item) {
	v := it.root()
	x.present[asif.ScopeTools] = true
	x.define(it)
	x.referAll("R04", resources, it, v.get("resource_ids"))
	x.r08(it)
	x.r10(it, v.get("input_schema"))
	x.r10(it, v.get("output_schema"))
}

func (x *validation) readEnvironment(it *item) {
	v := it.root()
	x.present[asif.ScopeEnvironment] = true
	x.define(it)
	x.where[environments] = append(x.where[environments], it.span)
	x.referAll("R04", resources, it, v.get("resource_ids"))
	x.i04(it)
	x.r06(it, v.get("requirements"), 0)
	x.v09Requirements(it, v.get("requirements"))
	x.keepEnvironment(it)
}

func (x *validation) readExecution(it *item) {
	v := it.root()
	x.present[asif.ScopeExecutions] = true
	name := x.define(it)
	x.refer("R01", participants, it, v.get("participant_id"))
	x.referAll("R03", contexts, it, v.get("context_ids"))
	status := v.get("status")
	x.running = append(x.running, executionEntry{spot: it.at(status), name: name, status: executionStatusNames[status.str()]})
	for u := range v.get("usage").each() {
		x.present[asif.ScopeUsage] = true
		x.usages = append(x.usages, x.usageEntry(it, u))
		x.usage(it, u)
	}
}

// executionStatus is the status that an execution itself states.
func (x *validation) executionStatus(id asif.ID) executionStatus {
	if i := x.spaces[executions].item(id); i >= 0 && int(i) < len(x.running) {
		return x.running[i].status
	}
	return executionOther
}
