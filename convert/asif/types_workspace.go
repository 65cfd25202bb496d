package asif

import "github.com/go-json-experiment/json/jsontext"

// Workspace is the Workspace Object. The state of one folder tree at an event: a snapshot, a difference to
// another state, or Git references.
type Workspace struct {
	ID             string             `json:"id"`
	EnvironmentID  string             `json:"environment_id"`
	RootID         string             `json:"root_id"`
	AtEventID      *string            `json:"at_event_id"`
	SourceRoot     string             `json:"source_root"`
	Mode           WorkspaceMode      `json:"mode"`
	Selection      WorkspaceSelection `json:"selection"`
	Entries        []WorkspaceEntry   `json:"entries"`
	Deletions      []string           `json:"deletions"`
	BaseSnapshotID *string            `json:"base_snapshot_id"`
	Git            *Git               `json:"git,omitzero"`

	Unknown jsontext.Value `json:",embed"`
}

// WorkspaceSelection is the Workspace Selection Object. Patterns of the paths that a workspace state covers.
type WorkspaceSelection struct {
	Include              []string `json:"include"`
	Exclude              []string `json:"exclude"`
	CompleteForSelection bool     `json:"complete_for_selection"`

	Unknown jsontext.Value `json:",embed"`
}

// WorkspaceEntry is the Workspace Entry Object. One file, directory or symbolic link of a workspace state.
type WorkspaceEntry struct {
	Path       string    `json:"path"`
	Kind       EntryKind `json:"kind"`
	Mode       *int64    `json:"mode,omitzero"`
	ResourceID string    `json:"resource_id,omitzero"`
	Target     string    `json:"target,omitzero"`

	Unknown jsontext.Value `json:",embed"`
}

// Git is the Git Object. Repository state: head, index, submodules and the bundles that carry its objects.
type Git struct {
	ObjectFormat      string            `json:"object_format"`
	Head              *string           `json:"head"`
	Branch            *string           `json:"branch"`
	BundleResourceIDs []string          `json:"bundle_resource_ids"`
	Prerequisites     []GitPrerequisite `json:"prerequisites"`
	IndexEntries      []GitIndexEntry   `json:"index_entries"`
	Submodules        []GitSubmodule    `json:"submodules"`
	LFSDependencyIDs  []string          `json:"lfs_dependency_ids"`

	Unknown jsontext.Value `json:",embed"`
}

// GitPrerequisite is the Git Prerequisite Object. An object that must be at hand before a bundle can be used.
type GitPrerequisite struct {
	ObjectID     string                   `json:"object_id"`
	Availability PrerequisiteAvailability `json:"availability"`
	ResourceID   string                   `json:"resource_id,omitzero"`

	Unknown jsontext.Value `json:",embed"`
}

// GitIndexEntry is the Git Index Entry Object. One entry of the Git index.
type GitIndexEntry struct {
	Path       string  `json:"path"`
	Stage      int64   `json:"stage"`
	Mode       string  `json:"mode"`
	ResourceID *string `json:"resource_id"`
	ObjectID   *string `json:"object_id"`

	Unknown jsontext.Value `json:",embed"`
}

// GitSubmodule is the Git Submodule Object. A submodule and the dependency that provides it.
type GitSubmodule struct {
	Path         string `json:"path"`
	ObjectID     string `json:"object_id"`
	DependencyID string `json:"dependency_id"`

	Unknown jsontext.Value `json:",embed"`
}

// Dependency is the Dependency Object. Something that a destination must have: a runtime, model, program,
// package, service or resource.
type Dependency struct {
	ID               string              `json:"id"`
	Kind             DependencyKind      `json:"kind"`
	Identity         string              `json:"identity"`
	AcceptedVersions []string            `json:"accepted_versions"`
	Platform         DependencyPlatform  `json:"platform"`
	RequiredFor      []RequiredFor       `json:"required_for"`
	DependsOn        []string            `json:"depends_on"`
	ResourceIDs      []string            `json:"resource_ids"`
	Binding          DependencyBinding   `json:"binding"`
	ToolID           string              `json:"tool_id,omitzero"`
	Behavior         *DependencyBehavior `json:"behavior,omitzero"`

	Unknown jsontext.Value `json:",embed"`
}

// DependencyPlatform is the Dependency Platform Object. Platforms that a dependency supports; an empty list
// supports none.
type DependencyPlatform struct {
	OS            []string `json:"os"`
	Architectures []string `json:"architectures"`

	Unknown jsontext.Value `json:",embed"`
}

// DependencyBinding is the Dependency Binding Object. How a dependency is found at a destination.
type DependencyBinding struct {
	Kind      DependencyBindingKind `json:"kind"`
	Reference string                `json:"reference"`

	Unknown jsontext.Value `json:",embed"`
}

// DependencyBehavior is the Dependency Behavior Object. Declared effects of using a dependency, and whether a
// use may be repeated.
type DependencyBehavior struct {
	ID       string  `json:"id"`
	Revision string  `json:"revision"`
	Effects  Effects `json:"effects"`
	Replay   Replay  `json:"replay"`

	Unknown jsontext.Value `json:",embed"`
}
