package workload

import "strconv"

// opening writes the attachments that follow the first prompt.
func (s *session) opening() {
	for _, a := range []string{
		`{"type":"environment","snapshot":{"workingDirectory":"/srv/dev/proj","isWorktree":false,"isGitRepo":true,"additionalWorkingDirectories":[],"platform":"linux","shell":"bash","osVersion":"Linux 6.18"}}`,
		`{"type":"model","identity":{"modelId":"claude-opus-5-5","marketingName":"Opus 5.5","knowledgeCutoff":"June 2026"},"text":"You are powered by Opus 5.5."}`,
		`{"type":"deferred_tools_delta","addedNames":["Monitor","WebFetch","WebSearch"],"addedLines":["Monitor","WebFetch","WebSearch"],"removedNames":[]}`,
		`{"type":"session_context","context":{"gitStatus":"Current branch: main"}}`,
	} {
		s.attachment(a)
	}
}

func (s *session) attachment(a string) {
	s.chain()
	s.buf = append(append(s.buf, `,"attachment":`...), a...)
	s.buf = s.prose(append(s.buf, `,"type":"attachment","rendered":[{"content":"<system-reminder>\n`...), s.between(s.Profile.text))
	s.buf = append(s.buf, `\n</system-reminder>"}],"renderedRole":"system"`...)
	s.envelope()
}

// request is the harness's own record of what it is about to send.
func (s *session) request() {
	if !s.verbose || s.once(3) {
		return
	}
	s.buf = append(s.buf, `{"type":"api-request"`...)
	s.member("id", s.uuid())
	s.time()
	s.buf = append(s.buf, `,"version":"2.1.332","querySource":"repl_main_thread","shapeHash":"`...)
	s.buf = s.hex(s.buf, 64)
	s.buf = append(s.buf, `","params":{"model":"claude-opus-5-5","betas":["claude-code-20250219","interleaved-thinking-2025-05-14"],"max_tokens":128000,"thinking":{"type":"adaptive","display":"omitted"}},"thread":"main","keep":`...)
	s.number(s.below(40))
	s.buf = append(s.buf, `,"tail":["`...)
	s.buf = s.hex(s.buf, 64)
	s.buf = append(s.buf, `","`...)
	s.buf = s.hex(s.buf, 64)
	s.buf = append(s.buf, `"],"cacheControl":[]`...)
	s.state()
}

// latches writes state records; most of them repeat what stood before.
func (s *session) latches() {
	for n := s.Profile.latches; n > 0; n -= 10 {
		if n < 10 && !s.once(10/n) {
			return
		}
		switch s.below(5) {
		case 0:
			s.buf = append(s.buf, `{"type":"last-prompt","lastPrompt":"prompt `...)
			s.number(s.prompts)
			s.buf = append(s.buf, '"')
			s.member("leafUuid", s.leaf)
		case 1:
			s.buf = append(s.buf, `{"type":"mode","mode":"normal"`...)
		case 2:
			s.buf = append(s.buf, `{"type":"atis-latch","atis":""`...)
		case 3:
			s.buf = append(s.buf, `{"type":"tools-used","tools":["Bash","Read","Edit"]`...)
		case 4:
			s.buf = append(s.buf, `{"type":"file-history-snapshot"`...)
			s.member("messageId", s.leaf)
			s.buf = append(s.buf, `,"snapshot":{"messageId":"`+s.leaf+`","trackedFileBackups":{"main.go":{"backupFileName":null,"version":1}}},"isSnapshotUpdate":false`...)
		}
		s.state()
	}
}

// compact writes a boundary and a summary.
func (s *session) compact() {
	old := s.leaf
	s.leaf = ""
	s.chain()
	s.member("logicalParentUuid", old)
	s.buf = append(s.buf, `,"type":"system","subtype":"compact_boundary","content":"Conversation compacted","level":"info","isMeta":false,"compactMetadata":{"trigger":"auto","preTokens":`+strconv.Itoa(150000+s.below(40000))+`,"postTokens":9000}`...)
	s.envelope()
	s.chain()
	s.buf = s.prose(append(s.buf, `,"type":"user","message":{"role":"user","content":"This session is being continued from a previous conversation. `...), 200+s.below(400))
	s.buf = append(s.buf, `"},"isVisibleInTranscriptOnly":true,"isCompactSummary":true`...)
	s.envelope()
	s.turns, s.since = []string{s.leaf}, 0
}
