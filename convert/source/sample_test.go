package source

import (
	"fmt"
	"math/rand/v2"
)

var words = []string{"the", "session", "reads", "a", "file", "and", "then", "`go test ./...`", "writes", "it", "back,\\n",
	"with", "\\\"quotes\\\"", "tabs\\t", "naïve", "paths/like/this.go", "func", "return", "err", "→", "0x1f", "done."}

// sample makes JSON lines of about that many bytes each, of the kind that agents write: envelopes of short members around
// text.
func sample(size, record int) []byte {
	random := rand.New(rand.NewPCG(7, uint64(record)))
	var out []byte
	for n := 0; len(out) < size; n++ {
		start := len(out)
		out = fmt.Appendf(out, `{"parentUuid":"%08x-4b7e-4c57-9d3e-%012x","isSidechain":false,"userType":"external","cwd":"/home/user/project",`+
			`"sessionId":"0a1b2c3d-1111-2222-3333-444455556666","version":"2.0.%d","type":"assistant","uuid":"%08x-4b7e-4c57-9d3e-%012x",`+
			`"timestamp":"2025-09-30T12:%02d:%02d.%03dZ","message":{"role":"assistant","usage":{"input_tokens":%d,"output_tokens":%d},`+
			`"content":[{"type":"text","text":"`, n, n, n%9, n+1, n+1, n/60%60, n%60, n%1000, n%50_000, n%900)
		for len(out)-start < record-8 {
			out = append(append(out, words[random.IntN(len(words))]...), ' ')
		}
		out = append(out, "\"}]}}\n"...)
	}
	return out
}
