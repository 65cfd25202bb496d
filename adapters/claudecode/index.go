package claudecode

import (
	"asif-convert/adapters"
	"asif-convert/convert/asif"
)

// node is what stays of a record of the parent chain, found by the number of its uuid: 40 bytes.
type node struct {
	parent asif.ID
	pos    int32 // place in the file, from 1; 0: only referred to
	first  int32 // first own event
	count  int32 // own events
	group  int32 // response, from 1
	side   int32 // side chain inside the file, from 1
	sum    uint32
	flags  uint32
	setup  int32 // what holds after it, as index + 1
	into   int32 // of a record whose words joined a message before: that message, as event + 1
}

// Flags of a node.
const (
	isUser      = 1 << iota // or a filler of the harness in an answer's place
	isAssistant             // the model's own words or calls
	isMeta
	isTalk     // somebody sent a prompt
	isBoundary // what is before was compacted
)

// event is what stays of an event: 16 bytes.
type event struct {
	ref   asif.Ref
	node  asif.ID
	call  int32 // of a result: its call's event + 1, or the negative number of a call ID not seen yet
	flags uint32
}

// Flags of an event.
const (
	isSeen       = 1 << iota // the model saw it
	isSpoken                 // the model made it, or it stands inside the model's response
	isCall                   // a call
	isResult                 // a result outside the response
	isEarly                  // rendered before the prompt that it follows in the file
	isSummary                // the text that a compaction left
	isCompaction             // the compaction itself
	isClearing               // a microcompaction
)

// response is what stays of a response: 24 bytes.
type response struct {
	message asif.Ref // open for more parts; 0: none
	event   int32    // the message's index
	first   asif.Ref // where the response's usage stands
	turn    int32
	request uint32 // hash of requestId
	model   int32  // from 1
}

// latch is the last word of a record that is written again and again.
type latch struct {
	leaf  []byte // a JSON value, or nil
	clear bool   // explicit and null: nothing is live
	seen  int    // chain records before it
}

// move is a later copy of a record under another parent.
type move struct{ id, parent asif.ID }

// keep is what a compaction kept: records by name, or a stretch of the chain.
type keep struct {
	ids        []asif.ID
	head, tail asif.ID
}

// index is what Finish works on.
type index struct {
	nodes     asif.Chunks[node]    // by number of uuid - 1
	order     asif.Chunks[asif.ID] // by place in the file
	events    asif.Chunks[event]
	responses asif.Chunks[response]
	seen      int // chain records, repeated ones included
	sides     int32
	logical   map[asif.ID]asif.ID
	kept      map[asif.ID]*keep
	moves     []move
	setups    asif.Chunks[setup]
	latch     latch
}

// node returns the node of a uuid, which need not stand in the file yet.
func (x *index) node(id asif.ID) *node {
	for x.nodes.Len() < int(id) {
		x.nodes.Add(node{})
	}
	return x.nodes.At(int(id) - 1)
}

// setup is what holds after a record of the chain. Each record inherits its parent's. Numbers count from 1; 0 is none.
type setup struct {
	workspace, runtime int32 // environments
	model, mode        int32 // values
	further            int32 // the setting made last
	todos              int32 // list
	prompt             int32 // what somebody sent last
	turn               int32
}

// titles are the names that a session can have, by precedence.
type titles struct {
	custom, model, summary []byte
	leaf                   []byte // of the summary: the record it is about
}

// actors are the declared participants.
type actors struct {
	person, host, harness, main, parent, server, tasks adapters.ActorRef
	sides                                              []adapters.ActorRef
}
