package asif

// continuationObjects: the portable continuation profile.
var continuationObjects = []Object{
	{
		Name: "continuation-profile", Title: "Continuation Profile Object",
		Doc: "What a document needs to be continued elsewhere: the source runtime, workspaces, dependencies, bindings, operations and the plans that select among them.",
		Members: []Member{
			{Name: "profile_version", Shape: String, Enum: []string{"0.2"}, Required: true, Doc: "Exact version of the profile."},
			{Name: "source_runtime", Shape: Record, Object: "runtime", Required: true,
				Doc: "Runtime that the session was captured from."},
			{Name: "workspaces", Shape: Record, Object: "workspace", List: true, Required: true,
				Doc: "Workspace states at boundaries."},
			{Name: "dependencies", Shape: Record, Object: "dependency", List: true, Required: true,
				Doc: "Software, services and resources that continuing may need."},
			{Name: "configuration_bindings", Shape: Record, Object: "configuration-binding", List: true, Required: true,
				Doc: "Effective order and authority of a configuration's instructions and policies."},
			{Name: "service_bindings", Shape: Record, Object: "service", List: true, Required: true,
				Doc: "Services, accounts and credential handles."},
			{Name: "operations", Shape: Record, Object: "operation", List: true, Required: true,
				Doc: "External operations whose state may still matter."},
			{Name: "native_imports", Shape: Record, Object: "native-import", List: true, Required: true,
				Doc: "Ways to put the native state into a destination's store."},
			{Name: "plans", Shape: Record, Object: "plan", List: true, Required: true, Least: 1, Doc: "Continuation plans."},
		},
	},
	{
		Name: "runtime", Title: "Runtime Object",
		Doc: "The agent software, the adapter and the machine kind of one side.",
		Members: []Member{
			{Name: "agent", Shape: Record, Object: "runtime-agent", Required: true, Doc: "Agent software."},
			{Name: "adapter", Shape: Record, Object: "runtime-adapter", Required: true,
				Doc: "Software that read or writes the agent's state."},
			{Name: "os", Shape: String, Required: true, NonEmpty: true, Doc: "Operating system."},
			{Name: "architecture", Shape: String, Required: true, NonEmpty: true, Doc: "Machine architecture."},
		},
	},
	{
		Name: "runtime-agent", Title: "Runtime Agent Object",
		Doc: "An agent program and the format of its stored state.",
		Members: []Member{
			{Name: "id", Shape: String, Required: true, NonEmpty: true, Doc: "Identity of the agent program."},
			{Name: "version", Shape: String, Nullable: true, Required: true, NonEmpty: true,
				Doc: "Version, or null when unknown."},
			{Name: "state_format", Shape: String, Nullable: true, Required: true, NonEmpty: true,
				Doc: "Format of its stored sessions, or null when unknown."},
		},
	},
	{
		Name: "runtime-adapter", Title: "Runtime Adapter Object",
		Doc: "Software that translates between an agent's state and the document.",
		Members: []Member{
			{Name: "id", Shape: String, Required: true, NonEmpty: true, Doc: "Identity of the adapter."},
			{Name: "version", Shape: String, Nullable: true, Required: true, NonEmpty: true,
				Doc: "Version, or null when unknown."},
		},
	},
	{
		Name: "model", Title: "Model Object",
		Doc: "Identifies a model at a provider.",
		Members: []Member{
			{Name: "provider", Shape: String, Required: true, NonEmpty: true, Doc: "Provider identity."},
			{Name: "id", Shape: String, Required: true, NonEmpty: true, Doc: "Model identity at the provider."},
			{Name: "revision", Shape: String, Nullable: true, Required: true, NonEmpty: true,
				Doc: "Exact revision, or null when unknown."},
		},
	},
}
