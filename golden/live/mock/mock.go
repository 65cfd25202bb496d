// Package mock is a model that a command line can talk to: Anthropic Messages and OpenAI Responses over HTTP, streamed
// and whole. It answers by a script, refuses what the real services are documented to refuse, and records every request.
package mock

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
)

// Step is one scripted answer of the main lane: a text, and a shell command to call for when there is one.
type Step struct {
	Thinking string
	Text     string
	Command  string
}

// Script is what the model says: the steps in order to requests that offer tools, the last one again when they are used
// up; Side to requests that offer none (titles, summaries, checks of the connection).
type Script struct {
	Steps []Step
	Side  string
}

// Lanes of requests.
const (
	Main = "main"
	Side = "side"
)

// Request is the record of one request, its body whole. Headers are not kept: they hold keys.
type Request struct {
	N      int             `json:"n"`
	Method string          `json:"method"`
	Path   string          `json:"path"`
	Lane   string          `json:"lane,omitempty"` // of a conversation
	Step   int             `json:"step"`           // of the script, -1 for none
	Status int             `json:"status"`
	Faults []Fault         `json:"faults,omitempty"`
	Calls  []string        `json:"calls,omitempty"` // IDs of the calls in the answer
	Body   json.RawMessage `json:"body,omitempty"`
}

// Server answers for one process of a command line. Its zero value but for Script and Log is ready.
type Server struct {
	Script Script
	Log    io.Writer // one record a line; nil for none
	Tag    string    // goes into every ID that the model gives, so that two processes give different ones

	mu    sync.Mutex
	n     int // requests
	next  int // step
	given int // IDs
	calls []string
}

// maxBody is more than any recorded conversation needs, images included.
const maxBody = 64 << 20

// ServeHTTP routes by the end of the path, so that a base address may have any beginning.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.n++
	record := Request{N: s.n, Method: r.Method, Path: r.URL.Path, Step: -1, Status: http.StatusOK}
	if json.Valid(body) && len(body) > 0 {
		record.Body = body
	}
	switch post := r.Method == http.MethodPost; {
	case post && strings.HasSuffix(r.URL.Path, "/messages/count_tokens"):
		write(w, http.StatusOK, object{"input_tokens": tokens(body)})
	case post && strings.HasSuffix(r.URL.Path, "/messages"):
		s.messages(w, body, &record)
	case post && strings.HasSuffix(r.URL.Path, "/responses"):
		s.responses(w, body, &record)
	case r.Method == http.MethodGet && strings.HasSuffix(r.URL.Path, "/models"):
		write(w, http.StatusOK, models)
	case r.Method == http.MethodHead:
	default: // a websocket for Responses too: the command line falls back to HTTP
		record.Status = http.StatusNotFound
		write(w, record.Status, object{"error": object{"type": "not_found_error", "message": "no such path: " + r.URL.Path}})
	}
	s.log(record)
}

// models is a listing in the words of both services. Codex takes "models" for what it knows of them, which is more
// than a mock can say: an empty list leaves it with its own.
var models = object{
	"object": "list", "has_more": false, "models": []object{},
	"data": []object{{"id": "mock-model", "object": "model", "type": "model", "display_name": "mock-model", "created": 1, "owned_by": "mock"}},
}

func (s *Server) log(r Request) {
	if s.Log == nil {
		return
	}
	line, err := json.Marshal(r)
	if err != nil {
		line = fmt.Appendf(nil, `{"n":%d,"error":%q}`, r.N, err)
	}
	fmt.Fprintf(s.Log, "%s\n", line)
}

// answer is the step for a request, and its number.
func (s *Server) answer(lane string) (Step, int) {
	if lane == Side || len(s.Script.Steps) == 0 {
		return Step{Text: s.Script.Side}, -1
	}
	n := min(s.next, len(s.Script.Steps)-1)
	s.next++
	return s.Script.Steps[n], n
}

// id gives a new identity, as the services spell theirs: a prefix, then letters and digits.
func (s *Server) id(prefix string) string {
	s.given++
	return fmt.Sprintf("%s%s%04d", prefix, s.Tag, s.given)
}

// call gives a new identity of a call and remembers it for the record.
func (s *Server) call(prefix string) string {
	id := s.id(prefix)
	s.calls = append(s.calls, id)
	return id
}

// settle puts the outcome of a conversation request into its record.
func (s *Server) settle(r *Request, lane string, step int) {
	r.Lane, r.Step, r.Calls = lane, step, s.calls
	s.calls = nil
}

// object is a JSON object in the making.
type object = map[string]any

func write(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // a reader that hangs up is no fault of the model
}

// tokens is a plausible count.
func tokens(body []byte) int { return max(1, len(body)/4) }

// stream writes server-sent events, which both services name by their type.
type stream struct {
	w   http.ResponseWriter
	seq int
}

func newStream(w http.ResponseWriter) *stream {
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-cache")
	return &stream{w: w}
}

func (s *stream) send(kind string, v object) {
	v["type"] = kind
	data, err := json.Marshal(v)
	if err != nil {
		return
	}
	fmt.Fprintf(s.w, "event: %s\ndata: %s\n\n", kind, data)
	if f, ok := s.w.(http.Flusher); ok {
		f.Flush()
	}
}
