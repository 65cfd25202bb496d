package claudecode

import (
	"hash/maphash"

	"asif-convert/adapters"
)

// record is what one walk collects of a native record. Slices point into the record and are valid until it has been
// mapped. A field of the wrong type stays empty: the walk never fails.
type record struct {
	fields
	rare       [fAdded - fMode][]byte
	filled     []int // of rare and lists
	lists      [fAsk - fAdded][][]byte
	kept       [][]byte
	rendered   [][]byte
	blocks     []block
	inner      []block // of all results, in order
	innerBlock block   // the one that is being walked
	seed       maphash.Seed
}

// fields are those that stand in most records, and what belongs to the record as a whole.
type fields struct {
	uuid, parent, time          []byte
	cwd, gitBranch, version     []byte // JSON strings
	entrypoint, source, origin  []byte
	denial, resultAgent         []byte
	side, meta, summary         bool
	messageID, model            []byte // model is a JSON string
	requestRef, requestID       []byte
	apiError                    bool
	wireInputs, content         []byte
	tokens                      tokens
	subtype, text, logical      []byte
	keptHead, keptTail          []byte
	attachment, prompt          []byte
	commandMode, attachmentFrom []byte
	attachmentMeta, explicit    bool
	renderedRole, leaf          []byte
	title                       []byte
	asked                              // of the harness's own requests
	block                       block  // the one that is being walked
	sum                         uint64 // of what changes the document, in any order, without parents
}

// asked is what the records of the harness's own requests say.
type asked struct {
	ask, hash, base, params, shape, role, whole []byte
	keep                                        int64
	tail                                        [][]byte
}

// block is one content block. Text, thinking, signature, data, input and result are JSON; the rest is decoded.
type block struct {
	typ, text, thinking, signature, redacted []byte
	call, name, input, toolUse, result       []byte
	isError                                  bool
	sourceType, media, data, url, title      []byte
	raw                                      []byte
	from, to                                 int // inner blocks
}

// tokens are the usage counters as the record has them.
type tokens struct {
	input, output, cacheRead, cacheWrite, cacheWrite1h, cacheWrite5m, thinking int64
}

// reset forgets the record before and keeps its lists.
func (r *record) reset() {
	for _, id := range r.filled {
		if id < fAdded {
			r.rare[id-fMode] = nil
		} else {
			r.lists[id-fAdded] = r.lists[id-fAdded][:0]
		}
	}
	r.fields, r.innerBlock, r.filled = fields{}, block{}, r.filled[:0]
	r.blocks, r.inner, r.kept, r.rendered = r.blocks[:0], r.inner[:0], r.kept[:0], r.rendered[:0]
}

// digest tells records apart that have one uuid.
func (r *record) digest() uint32 { return uint32(r.sum ^ r.sum>>32) }

// get is one of the fields that few records have, as JSON, or nil.
func (r *record) get(id int) []byte { return r.rare[id-fMode] }

// string is such a field's text, or nil when it is no string.
func (r *record) string(id int) []byte { return adapters.Text(r.rare[id-fMode]) }

// list is a list of the record, each as JSON.
func (r *record) list(id int) [][]byte { return r.lists[id-fAdded] }

// field takes one field of the record; the numbers come from the tables.
func (r *record) field(id, index int, raw []byte) {
	if id != fParent && id != fLogicalParent && (len(raw) == 0 || raw[0] != '{' && raw[0] != '[') {
		r.sum += maphash.Bytes(r.seed, raw) * uint64(2*(id<<16+index)+1)
	}
	switch {
	case id < fMessageID:
		r.envelope(id, raw)
	case id < fContent:
		r.response(id, raw)
	case id < fInner:
		r.blockField(id, raw)
	case id < fSubtype:
		r.innerField(id, raw)
	case id < fMode:
		r.other(id, raw)
	case id < fAdded:
		r.rare[id-fMode] = raw
		r.filled = append(r.filled, id)
	case id < fAsk:
		r.lists[id-fAdded] = append(r.lists[id-fAdded], raw)
		r.filled = append(r.filled, id)
	default:
		r.asking(id, raw)
	}
}

func (r *record) asking(id int, raw []byte) {
	switch id {
	case fAsk:
		r.ask = adapters.Text(raw)
	case fHash:
		r.hash = adapters.Text(raw)
	case fBase:
		r.base = adapters.Text(raw)
	case fKeep:
		r.keep = adapters.Count(raw)
	case fTail:
		r.tail = append(r.tail, adapters.Text(raw))
	case fParams:
		r.params = raw
	case fShape:
		r.shape = raw
	case fRole:
		r.role = adapters.Text(raw)
	case fWhole:
		r.whole = raw
	}
}

func (r *record) envelope(id int, raw []byte) {
	switch id {
	case fUUID:
		r.uuid = adapters.Text(raw)
	case fParent:
		r.parent = adapters.Text(raw)
	case fTime:
		r.time = adapters.Quoted(raw)
	case fSide:
		r.side = adapters.IsTrue(raw)
	case fMeta:
		r.meta = adapters.IsTrue(raw)
	case fCompactSummary:
		r.summary = adapters.IsTrue(raw)
	case fCwd:
		r.cwd = adapters.Quoted(raw)
	case fGitBranch:
		r.gitBranch = adapters.Quoted(raw)
	case fVersion:
		r.version = adapters.Quoted(raw)
	case fEntrypoint:
		r.entrypoint = adapters.Text(raw)
	case fPromptSource:
		r.source = adapters.Text(raw)
	case fOriginKind:
		r.origin = adapters.Text(raw)
	case fDenial:
		r.denial = adapters.Text(raw)
	case fResultAgent:
		r.resultAgent = adapters.Text(raw)
	}
}

func (r *record) response(id int, raw []byte) {
	switch id {
	case fMessageID:
		r.messageID = adapters.Text(raw)
	case fModel:
		r.model = adapters.Quoted(raw)
	case fRequestRef:
		r.requestRef = adapters.Text(raw)
	case fRequestID:
		r.requestID = adapters.Text(raw)
	case fAPIError:
		r.apiError = adapters.IsTrue(raw)
	case fWireInputs:
		r.wireInputs = raw
	case fInputTokens:
		r.tokens.input = adapters.Count(raw)
	case fOutputTokens:
		r.tokens.output = adapters.Count(raw)
	case fCacheRead:
		r.tokens.cacheRead = adapters.Count(raw)
	case fCacheWrite:
		r.tokens.cacheWrite = adapters.Count(raw)
	case fCacheWrite1h:
		r.tokens.cacheWrite1h = adapters.Count(raw)
	case fCacheWrite5m:
		r.tokens.cacheWrite5m = adapters.Count(raw)
	case fThinkingTokens:
		r.tokens.thinking = adapters.Count(raw)
	}
}

func (r *record) blockField(id int, raw []byte) {
	b := &r.block
	switch id {
	case fContent:
		r.content = adapters.Quoted(raw)
	case fBlock:
		b.raw, b.to = raw, len(r.inner)
		r.blocks = append(r.blocks, *b)
		*b = block{from: len(r.inner)}
	case fBlockType:
		b.typ = adapters.Text(raw)
	case fText:
		b.text = adapters.Quoted(raw)
	case fThinking:
		b.thinking = adapters.Quoted(raw)
	case fSignature:
		b.signature = adapters.Quoted(raw)
	case fRedacted:
		b.redacted = adapters.Quoted(raw)
	case fCall:
		b.call = adapters.Text(raw)
	case fName:
		b.name = adapters.Text(raw)
	case fInput:
		b.input = raw
	case fToolUseID:
		b.toolUse = adapters.Text(raw)
	case fIsError:
		b.isError = adapters.IsTrue(raw)
	case fResult:
		b.result = raw
	case fSourceType:
		b.sourceType = adapters.Text(raw)
	case fMedia:
		b.media = adapters.Text(raw)
	case fData:
		b.data = adapters.Quoted(raw)
	case fURL:
		b.url = adapters.Text(raw)
	case fTitleOfBlock:
		b.title = adapters.Text(raw)
	}
}

func (r *record) innerField(id int, raw []byte) {
	b := &r.innerBlock
	switch id {
	case fInner:
		b.raw = raw
		r.inner = append(r.inner, *b)
		*b = block{}
	case fInnerType:
		b.typ = adapters.Text(raw)
	case fInnerText:
		b.text = adapters.Quoted(raw)
	case fInnerSourceType:
		b.sourceType = adapters.Text(raw)
	case fInnerMedia:
		b.media = adapters.Text(raw)
	case fInnerData:
		b.data = adapters.Quoted(raw)
	case fInnerURL:
		b.url = adapters.Text(raw)
	}
}

func (r *record) other(id int, raw []byte) {
	switch id {
	case fSubtype:
		r.subtype = adapters.Text(raw)
	case fSystemText:
		r.text = adapters.Quoted(raw)
	case fLogicalParent:
		r.logical = adapters.Text(raw)
	case fKept:
		r.kept = append(r.kept, adapters.Text(raw))
	case fKeptHead:
		r.keptHead = adapters.Text(raw)
	case fKeptTail:
		r.keptTail = adapters.Text(raw)
	case fAttachmentType:
		r.attachment = adapters.Text(raw)
	case fPrompt:
		r.prompt = adapters.Quoted(raw)
	case fCommandMode:
		r.commandMode = adapters.Text(raw)
	case fAttachmentOrigin:
		r.attachmentFrom = adapters.Text(raw)
	case fAttachmentMeta:
		r.attachmentMeta = adapters.IsTrue(raw)
	case fRendered:
		r.rendered = append(r.rendered, raw)
	case fRenderedRole:
		r.renderedRole = adapters.Text(raw)
	case fLeaf:
		r.leaf = raw
	case fExplicit:
		r.explicit = adapters.IsTrue(raw)
	case fTitle:
		r.title = adapters.Quoted(raw)
	}
}
