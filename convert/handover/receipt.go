package handover

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/losses"
)

// ReceiptVersion is the version of the receipts that this package writes.
const ReceiptVersion = "1"

// Receipt is what an import did: enough to find the new session, to go on with it, to check it, and to take it back by
// hand.
type Receipt struct {
	Version     string             `json:"receipt_version"`
	Source      ReceiptSource      `json:"source"`
	Destination ReceiptDestination `json:"destination"`
	Status      ImportState        `json:"status"`
	Files       []StagedFile       `json:"files"`
	Resume      ReceiptResume      `json:"resume"`
	Verbatim    bool               `json:"verbatim"`
	Counts      ReceiptCounts      `json:"counts"`
	ReadBack    *ReceiptReadBack   `json:"read_back"` // nil of a dry run

	IdentityMappings []asif.IdentityMapping `json:"identity_mappings"`
	Transformations  []asif.Transformation  `json:"transformations"`
	Losses           []ReceiptLoss          `json:"losses"`
}

// ImportState says what became of an import.
type ImportState string

// States of an import.
const (
	ImportDone  ImportState = "imported"
	ImportThere ImportState = "already_there" // an earlier run wrote these very bytes; the session may have gone on since
	ImportDry   ImportState = "not_attempted"
)

// ReceiptSource is the document that was imported.
type ReceiptSource struct {
	SessionID      string `json:"session_id"`
	CaptureID      string `json:"capture_id"`
	DocumentSHA256 string `json:"document_sha256"`
}

// ReceiptDestination is where the new session is.
type ReceiptDestination struct {
	Harness string                `json:"harness"`
	Writer  string                `json:"writer"` // name and mapping revision
	Home    string                `json:"home"`   // the harness's own folder; files are relative to it
	Native  asif.NativeIdentifier `json:"native_id"`
	Title   string                `json:"title"`
}

// ReceiptResume is how the session goes on.
type ReceiptResume struct {
	Folder      string            `json:"folder"`
	Environment map[string]string `json:"environment"` // what must be set beside what is
	Argv        []string          `json:"argv"`
	Command     string            `json:"command"` // the same for a shell
}

// ReceiptCounts are what the conversation in the files comes to.
type ReceiptCounts struct {
	Messages  int64 `json:"messages"`
	Calls     int64 `json:"calls"`
	Results   int64 `json:"results"`
	Images    int64 `json:"images"`
	OpenCalls int64 `json:"open_calls_closed"` // of a verbatim session: left open
	Records   int64 `json:"native_records"`    // of a verbatim session: kept as they were
}

// ReceiptReadBack is what our own reader found in the files before they got their names.
type ReceiptReadBack struct {
	Items      int64  `json:"items"`              // texts, calls and results, equal on both sides
	SHA256     string `json:"sha256"`             // over them
	BeforeLast string `json:"sha256_before_last"` // over all but the last, which a new message may be joined to
}

// ReceiptLoss is a loss of the hand-over.
type ReceiptLoss struct {
	Kind        string `json:"kind"`
	Level       string `json:"level"`
	Count       int64  `json:"count"`
	Explanation string `json:"explanation"`

	Agents []string `json:"participants,omitempty"` // that it is about, by ID; of many the first
}

func receiptLosses(all []losses.Loss) []ReceiptLoss {
	list := make([]ReceiptLoss, len(all))
	for i, l := range all {
		list[i] = ReceiptLoss{Kind: l.Kind.Name(), Level: l.Kind.Level().String(), Count: l.Count, Explanation: l.Explanation()}
		for _, r := range l.References {
			if r.Type == "participant" {
				list[i].Agents = append(list[i].Agents, r.ID)
			}
		}
	}
	return list
}

// resume says how a session goes on that lies in home.
func resume(w adapters.Written, house adapters.House, home, usual string) ReceiptResume {
	r := ReceiptResume{Folder: w.Folder, Environment: map[string]string{}, Argv: w.Resume}
	command := quoteAll(w.Resume)
	if home != usual {
		r.Environment[house.Variable] = home
		command = house.Variable + "=" + quoteShell(home) + " " + command
	}
	r.Command = "cd " + quoteShell(w.Folder) + " && " + command
	return r
}

func quoteAll(argv []string) string {
	words := make([]string, len(argv))
	for i, a := range argv {
		words[i] = quoteShell(a)
	}
	return strings.Join(words, " ")
}

// quoteShell writes a word so that a POSIX shell reads it as one.
func quoteShell(word string) string {
	plain := func(r rune) bool {
		return r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || strings.ContainsRune("_-./:=@%+,", r)
	}
	if word != "" && strings.IndexFunc(word, func(r rune) bool { return !plain(r) }) < 0 {
		return word
	}
	if strings.IndexFunc(word, unseen) >= 0 {
		return escapeShell(word)
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// unseen is a character that a terminal would obey, or that hides what a line says. A command is there to be pasted.
func unseen(r rune) bool { return r != ' ' && !strconv.IsPrint(r) }

// escapeShell writes a word with such characters as POSIX 2024 and the shells in use have it.
func escapeShell(word string) string {
	var b strings.Builder
	b.WriteString("$'")
	for _, r := range word {
		switch {
		case r == '\'' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case unseen(r):
			for _, c := range []byte(string(r)) {
				fmt.Fprintf(&b, `\%03o`, c)
			}
		default:
			b.WriteRune(r)
		}
	}
	b.WriteString("'")
	return b.String()
}

// Write writes the receipt as indented JSON.
func (r *Receipt) Write(w io.Writer) error {
	raw, err := asif.Marshal(r)
	if err != nil {
		return fmt.Errorf("writing the receipt: %w", err)
	}
	v := jsontext.Value(raw)
	if err := v.Indent(jsontext.PreserveRawStrings(true)); err != nil {
		return fmt.Errorf("writing the receipt: %w", err)
	}
	if _, err := w.Write(append(v, '\n')); err != nil {
		return fmt.Errorf("writing the receipt: %w", err)
	}
	return nil
}
