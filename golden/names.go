package golden

// Names are what a document declares and the rest of it refers to by ID. Documents are read with it embedded.
type Names struct {
	Tools     []struct{ ID, Name string }
	Resources []Resource
}

// Resource is a declared resource.
type Resource struct {
	ID           string
	Purpose      string
	MediaType    string `json:"media_type"`
	SHA256       string
	Text         string
	Availability string
}

// ToolName is the name of a tool; of one that is not declared it is something that no tool is called.
func (n *Names) ToolName(id string) string {
	for _, t := range n.Tools {
		if t.ID == id {
			return t.Name
		}
	}
	return "no tool " + id
}

// Digest is the SHA-256 of a resource, "" where none is named; of one that is not declared it is no digest.
func (n *Names) Digest(resource string) string {
	if resource == "" {
		return ""
	}
	for _, r := range n.Resources {
		if r.ID == resource {
			return r.SHA256
		}
	}
	return "no resource " + resource
}
