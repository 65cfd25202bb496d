package workload

var tools = []string{"Bash", "Bash", "Bash", "Read", "Read", "Edit", "Write", "Grep", "mcp__docs__search"}

// call writes one tool call of a response.
func (s *session) call(response string) call {
	c := call{id: s.name("toolu_"), tool: tools[s.below(len(tools))]}
	s.assistant(response)
	s.buf = append(append(append(s.buf, `{"type":"tool_use","id":"`...), c.id...), `","name":"`...)
	s.buf = append(append(s.buf, c.tool...), `","input":{`...)
	switch c.tool {
	case "Edit":
		s.buf = append(s.buf, `"replace_all":false,"file_path":"/srv/dev/proj/main.go","old_string":"`...)
		s.buf = s.prose(s.buf, s.between(s.Profile.text))
		s.buf = s.prose(append(s.buf, `","new_string":"`...), s.between(s.Profile.text))
	case "Write":
		s.buf = append(s.buf, `"file_path":"/srv/dev/proj/notes.md","content":"`...)
		s.buf = s.prose(s.buf, s.between(s.output))
	case "Read":
		s.buf = append(s.buf, `"offset":`...)
		s.number(s.below(4000))
		s.buf = append(s.buf, `,"limit":200,"file_path":"/srv/dev/proj/main.go`...)
	default:
		s.buf = s.prose(append(s.buf, `"command":"`...), 3+s.below(9))
		s.buf = append(s.buf, `","description":"Run command`...)
	}
	s.buf = append(s.buf, `"},"caller":{"type":"direct"}}`...)
	s.assistantEnd("tool_use")
	c.record = s.leaf
	return c
}

// result writes what came of a call.
func (s *session) result(c call) {
	s.leaf = c.record
	s.chain()
	s.buf = append(append(append(s.buf, `,"type":"user","message":{"role":"user","content":[{"tool_use_id":"`...), c.id...), `","type":"tool_result","content":`...)
	if c.tool == "Read" && s.once(s.Profile.image/4) {
		s.buf = append(s.buf, '[')
		s.picture()
		s.buf = append(s.buf, `]}]},"toolUseResult":{"type":"image","file":{"type":"image/png","originalSize":`...)
		s.number(len(s.image))
		s.buf = append(s.buf, `}}`...)
	} else {
		s.terminal(c)
	}
	s.member("sourceToolAssistantUUID", c.record)
	s.envelope()
}

// terminal writes a result's text twice, as the model and as the terminal saw it.
func (s *session) terminal(c call) {
	n := s.words()
	at := len(s.buf)
	s.buf = s.prose(append(s.buf, '"'), n)
	s.buf = append(s.buf, '"')
	out := s.buf[at:]
	failed := s.once(15)
	if failed {
		s.buf = append(s.buf, `,"is_error":true`...)
	} else if c.tool == "Bash" {
		s.buf = append(s.buf, `,"is_error":false`...)
	}
	s.buf = append(s.buf, `}]},"toolUseResult":`...)
	switch {
	case failed:
		s.buf = append(s.buf, `"Error: no"`...)
	case c.tool == "Read":
		s.buf = append(append(s.buf, `{"type":"text","file":{"filePath":"/srv/dev/proj/main.go","content":`...), out...)
		s.buf = append(s.buf, `,"numLines":200,"startLine":1,"totalLines":4000}}`...)
	case c.tool == "Edit" || c.tool == "Write":
		s.buf = append(s.buf, `{"filePath":"/srv/dev/proj/main.go","oldString":"a","newString":"b","originalFile":null,"structuredPatch":[{"oldStart":1,"oldLines":2,"newStart":1,"newLines":2,"lines":[" x","-a","+b"]}],"userModified":false}`...)
	default:
		s.buf = append(append(s.buf, `{"stdout":`...), out...)
		s.buf = append(s.buf, `,"stderr":"","interrupted":false,"isImage":false,"noOutputExpected":false}`...)
	}
}
