package golden_test

import (
	"testing"

	"github.com/tidwall/gjson"

	"asif-convert/adapters/claudecode"
	"asif-convert/golden"
)

func TestClaudeCodeConforms(t *testing.T) {
	golden.Conformance(t, claudecode.Adapter{})
}

func TestClaudeCodeContextsEqualTheRequestsThatWereSent(t *testing.T) {
	golden.LiveContexts(t, claudecode.Adapter{}, func(record []byte) string {
		if gjson.GetBytes(record, "type").Str != "assistant" {
			return ""
		}
		return gjson.GetBytes(record, "message.id").Str
	})
}
