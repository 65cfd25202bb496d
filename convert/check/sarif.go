package check

import (
	"io"
	"net/url"
	"path/filepath"
)

// The parts of SARIF 2.1.0 that a report needs.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool    sarifTool     `json:"tool"`
		Results []sarifResult `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name  string      `json:"name"`
		Rules []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID            string        `json:"id"`
		Short         sarifText     `json:"shortDescription"`
		Configuration sarifSeverity `json:"defaultConfiguration"`
	}
	sarifSeverity struct {
		Level string `json:"level"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID    string          `json:"ruleId"`
		RuleIndex int             `json:"ruleIndex"`
		Level     string          `json:"level"`
		Message   sarifText       `json:"message"`
		Locations []sarifLocation `json:"locations"`
	}
	sarifLocation struct {
		Physical sarifPhysical  `json:"physicalLocation"`
		Logical  []sarifLogical `json:"logicalLocations,omitempty"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   sarifRegion   `json:"region"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		StartLine  int   `json:"startLine"`
		ByteOffset int64 `json:"byteOffset"`
	}
	sarifLogical struct {
		Name      string `json:"name,omitempty"`
		Qualified string `json:"fullyQualifiedName"`
		Kind      string `json:"kind,omitempty"`
	}
)

// sarifLevels are severities in SARIF's words.
var sarifLevels = map[Severity]string{Error: "error", Unsupported: "error", Warning: "warning", "": "none"}

// RenderSARIF writes reports as one SARIF 2.1.0 log, for code-review tools. Names become artifact URIs.
func RenderSARIF(w io.Writer, all []Checked) error { return renderSARIF(w, rules, all) }

func renderSARIF(w io.Writer, rules []Rule, all []Checked) error {
	run := sarifRun{Tool: sarifTool{sarifDriver{Name: "asif-convert"}}, Results: []sarifResult{}}
	number := map[string]int{}
	for i, r := range rules {
		number[r.ID] = i
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules,
			sarifRule{ID: r.ID, Short: sarifText{r.Statement}, Configuration: sarifSeverity{sarifLevels[r.Severity]}})
	}
	for _, c := range all {
		for i := range c.Report.Findings {
			f := &c.Report.Findings[i]
			run.Results = append(run.Results, sarifResult{RuleID: f.Rule, RuleIndex: number[f.Rule], Level: sarifLevels[f.Severity],
				Message: sarifText{sarifMessage(f)}, Locations: []sarifLocation{sarifPlace(c.Name, f)}})
		}
	}
	return writeJSON(w, sarifLog{Schema: "https://json.schemastore.org/sarif-2.1.0.json", Version: "2.1.0", Runs: []sarifRun{run}})
}

func sarifMessage(f *Finding) string {
	text := f.Message
	if f.Got != "" {
		text += "; got " + f.Got
	}
	if f.Want != "" {
		text += "; want " + f.Want
	}
	return text
}

func sarifPlace(name string, f *Finding) sarifLocation {
	return sarifLocation{
		Physical: sarifPhysical{sarifArtifact{(&url.URL{Path: filepath.ToSlash(name)}).String()}, sarifRegion{max(f.Line, 1), f.Byte}},
		Logical:  []sarifLogical{{Name: f.EntityID, Qualified: f.Pointer, Kind: f.EntityType}},
	}
}
