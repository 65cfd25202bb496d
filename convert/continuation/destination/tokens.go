package destination

import (
	"errors"
	"fmt"

	"github.com/tiktoken-go/tokenizer"

	"asif-convert/convert/asif"
)

// Estimates, for what no tokenizer counts. They are on the safe side for code and prose: real texts have three to four
// bytes a token with the tokenizers of 2025 and 2026.
const (
	bytesPerToken  = 3    // of text
	tokensPerImage = 1600 // the most that providers count for one that fits their size
	certainBytes   = 8    // a text of more bytes than this for each token of a window does not fit into it
)

// encodings are the tokenizers that can be counted with, by the name that profiles give them.
var encodings = map[string]tokenizer.Encoding{"o200k_base": tokenizer.O200kBase, "cl100k_base": tokenizer.Cl100kBase}

var errEnough = errors.New("counted enough")

// count finds out whether the live context fits the target model. What is not known stays unknown.
func (a *assessor) count() error {
	m := &a.model
	limits, ok := a.limits()
	target := m.Target.Provider + "/" + m.Target.ID
	if !ok || limits.Tokenizer == "unknown" {
		a.fitting = fmt.Sprintf("whether the context fits %s is not known: no profile tells its limits", target)
		return nil
	}
	m.InputLimit, m.OutputReserve = &limits.Context, limits.OutputReserve
	name := "estimate"
	text := (a.context.bytes + bytesPerToken - 1) / bytesPerToken
	if e, ok := encodings[limits.Tokenizer]; ok && a.context.bytes <= certainBytes*limits.Context {
		n, err := a.counted(e, limits.Context)
		if err != nil {
			return err
		}
		name, text = limits.Tokenizer, n
	}
	beside := a.context.images*tokensPerImage + a.context.other/bytesPerToken + a.dest.OverheadTokens
	total := text + beside
	m.InputTokens = &total
	how := fmt.Sprintf("%s + estimate", name)
	if name == "estimate" {
		how = fmt.Sprintf("estimate (one token for %d bytes)", bytesPerToken)
	}
	m.Tokenizer = &how
	m.Fit = asif.FitFits
	if total+limits.OutputReserve > limits.Context { // Q11
		m.Fit = asif.FitExceeds
	}
	verb := map[asif.Fit]string{asif.FitFits: "fits", asif.FitExceeds: "does not fit"}[m.Fit]
	a.fitting = fmt.Sprintf("the context %s %s: about %d tokens (%s; %d of them estimated for images, files and the harness's own prompt) and %d kept for the answer, of %d",
		verb, target, total, how, beside, limits.OutputReserve, limits.Context)
	return nil
}

// counted counts the text of the context, until it is more than the limit.
func (a *assessor) counted(e tokenizer.Encoding, limit int64) (int64, error) {
	codec, err := tokenizer.Get(e)
	if err != nil {
		return 0, fmt.Errorf("loading tokenizer: %w", err)
	}
	total := int64(0)
	add := func(text string) error {
		for len(text) > 0 && total <= limit {
			piece := cut(text)
			n, err := codec.Count(piece)
			if err != nil {
				return fmt.Errorf("counting tokens: %w", err)
			}
			total, text = total+int64(n), text[len(piece):]
		}
		return nil
	}
	err = a.inputs(func(in *contextInput) error {
		if total > limit {
			return errEnough
		}
		err := add(string(in.Arguments))
		for i := range in.Parts {
			p := &in.Parts[i]
			if err == nil && !a.reasoningPart(p) {
				err = errors.Join(add(p.Text), add(string(p.Value)))
			}
		}
		return err
	})
	if errors.Is(err, errEnough) {
		err = nil
	}
	return total, err
}

// piece is how much of a text is counted at a time: a tokenizer takes longer for long texts without blanks.
const piece = 64 << 10

// cut is a text's beginning, cut at a character.
func cut(text string) string {
	if len(text) <= piece {
		return text
	}
	end := piece
	for end > piece-4 && text[end]&0xC0 == 0x80 {
		end--
	}
	return text[:end]
}
