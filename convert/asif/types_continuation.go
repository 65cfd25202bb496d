package asif

import "github.com/go-json-experiment/json/jsontext"

// ContinuationProfile is the Continuation Profile Object. What a document needs to be continued elsewhere: the
// source runtime, workspaces, dependencies, bindings, operations and the plans that select among them.
type ContinuationProfile struct {
	ProfileVersion        string                 `json:"profile_version"`
	SourceRuntime         Runtime                `json:"source_runtime"`
	Workspaces            []Workspace            `json:"workspaces"`
	Dependencies          []Dependency           `json:"dependencies"`
	ConfigurationBindings []ConfigurationBinding `json:"configuration_bindings"`
	ServiceBindings       []Service              `json:"service_bindings"`
	Operations            []Operation            `json:"operations"`
	NativeImports         []NativeImport         `json:"native_imports"`
	Plans                 []Plan                 `json:"plans"`

	Unknown jsontext.Value `json:",embed"`
}

// Runtime is the Runtime Object. The agent software, the adapter and the machine kind of one side.
type Runtime struct {
	Agent        RuntimeAgent   `json:"agent"`
	Adapter      RuntimeAdapter `json:"adapter"`
	OS           string         `json:"os"`
	Architecture string         `json:"architecture"`

	Unknown jsontext.Value `json:",embed"`
}

// RuntimeAgent is the Runtime Agent Object. An agent program and the format of its stored state.
type RuntimeAgent struct {
	ID          string  `json:"id"`
	Version     *string `json:"version"`
	StateFormat *string `json:"state_format"`

	Unknown jsontext.Value `json:",embed"`
}

// RuntimeAdapter is the Runtime Adapter Object. Software that translates between an agent's state and the
// document.
type RuntimeAdapter struct {
	ID      string  `json:"id"`
	Version *string `json:"version"`

	Unknown jsontext.Value `json:",embed"`
}

// Model is the Model Object. Identifies a model at a provider.
type Model struct {
	Provider string  `json:"provider"`
	ID       string  `json:"id"`
	Revision *string `json:"revision"`

	Unknown jsontext.Value `json:",embed"`
}
