package losses

// The catalogue, by what the losses are about.
const (
	Undeclared Kind = iota // what a Kind outside the catalogue counts as

	// Reading.
	TornRecord
	TruncatedTail
	OversizedRecord
	NulBytes
	BadUTF8
	LoneSurrogateReplaced
	DuplicateMember
	DeepValueAsText
	GluedRecord
	NonObjectRecord
	InputChanged
	InputMissing
	InputBroken

	// Unknown to the tables.
	UnknownRecordKind
	UnknownField
	UnknownBlock
	UnexpectedType
	OddTime
	InvalidNumber

	// Identity and graph.
	IDReused
	DuplicateRecordDropped
	ConflictingDuplicate
	DanglingParent
	ForwardParentReordered
	ParentCycleCut
	StrayRecord
	LineageUnknown
	HistoryBeforeSliceMissing
	BranchPrefixOmitted
	CauseDropped
	InputBeyondBoundary

	// Tools.
	CallIDReused
	ResultWithoutCall
	ResultBeforeCall
	DuplicateResult
	ResultOffBranch
	OpenCall
	OpenCallOutsideContext
	ArgumentsNotJSON
	ToolSchemaNotRecorded
	ToolSchemaInvalid
	ToolOutputFileMissing
	ProgressNotConverted
	ShellEffectsUnknown

	// Reasoning and context.
	ReasoningTextNotRecorded
	SignatureOpaque
	ReminderTextNotRendered
	SystemPromptNotRecorded
	Compaction
	CompactionSummaryMissing
	CompactedInputUnknown
	ContextsNotWritten
	RequestNotVerified
	PlansNotWritten
	ConfigurationAsExtension
	SideCallsNotRecorded
	UsagePlaceholder

	// People and decisions.
	PermissionGrantsNotRecorded
	DecisionPromptNotRecorded
	QueuedPromptUnresolved
	DraftPromptNotSent
	ResolutionWithoutRequest
	ResolutionRepeated
	TransitionAfterEnd
	DependenciesDropped

	// Reports of what a harness did, instead of its own record.
	DuplicateDelivery
	ProposalReplaced
	SessionUnknown
	FormerRecordKind
	AnswerWithoutRequest
	ContentWithheld
	DeclaredGap
	OutcomeCoarsened
	EndCoarsened
	PartialOutputUnclear
	LateProgress
	DeltasJoined
	MessageGroupingFlattened
	MessageChanged
	TaskStatusUnknown
	TaskRemoved
	FileMoved
	CompactionUnconfirmed
	CallDerived
	SessionStartMissing
	SessionEndMissing
	TurnStartMissing
	TurnEndMissing
	ModelRequestMissing
	AttemptUsageMissing
	UsageOfSkipped
	OtherVersion
	MessageMissing
	CauseMissing
	DecisionMissing
	ConnectionUntold
	CredentialsRemoved
	NativeWithheld

	// Configuration.
	ConfigurationInspected
	ConfigurationUnread
	ServerNameWithheld
	WorkspaceTakenNow
	WorkspaceFileExcluded

	// Other files.
	SubagentTranscriptMissing
	ChildrenSkipped
	FileBackupMissing
	ImageStripped
	ImageBytesMissing
	InvalidBase64
	ResourceTooLarge
	NativeNotKept
	NativeNotReferenced
	SecretsRedactedUpstream

	// Writing for another harness, or anew.
	InstructionsNotCarried
	SpeakerNotCarried
	ReasoningNotCarried
	ReasoningAsText
	SignatureNotCarried
	SealedNotCarried
	StructureAsText
	ArgumentsWrapped
	ResultAsText
	OutcomeNotCarried
	FileNotCarried
	OpenCallClosed
	OpenCallOmitted
	OpenCallLeft
	DecisionRestated
	TitleNotCarried
	HistoryNotCarried
	SubagentsNotCarried
	UsageNotCarried

	kinds // how many
)

var catalogue = [kinds]entry{
	Undeclared: {"undeclared_loss", normalization, ScopeConversation, Error,
		"The converter lost something that its catalogue does not name; report this as a fault of the converter."},

	TornRecord: {"torn_record", capture, ScopeConversation, Warn,
		"A record in the middle of the input is no JSON value, as after a killed or full-disk write; what it said is missing, the rest was read."},
	TruncatedTail: {"truncated_tail", capture, ScopeConversation, Warn,
		"The last record was cut while it was written; convert again when the session is at rest."},
	OversizedRecord: {"oversized_record", capture, ScopeConversation, Error,
		"A record is larger than the limit and was skipped; raise the record limit to read it."},
	NulBytes: {"nul_bytes", capture, ScopeConversation, Warn,
		"NUL bytes stand where a power loss kept data from the disk; the records between them were read, what else stood there is missing."},
	BadUTF8: {"bad_utf8", normalization, ScopeConversation, Warn,
		"Bytes that are not UTF-8 were replaced by U+FFFD; the native file has the original bytes."},
	LoneSurrogateReplaced: {"lone_surrogate_replaced", normalization, ScopeConversation, Warn,
		"Half of a surrogate pair was replaced by U+FFFD; the native file has the original escape."},
	DuplicateMember: {"duplicate_member", normalization, ScopeConversation, Warn,
		"An object names a member twice and the last one was taken; look into the native file for the other."},
	DeepValueAsText: {"deep_value_as_text", normalization, ScopeConversation, Warn,
		"A record is nested deeper than a document may be, so its innermost values were kept as text that holds their JSON; look into the native file."},
	GluedRecord: {"glued_record", capture, ScopeNative, Info,
		"Two records stand on one line and both were read; nothing needs to be done."},
	NonObjectRecord: {"non_object_record", normalization, ScopeConversation, Warn,
		"A record is a JSON value but no object, so it says nothing in this format; look into the native file."},
	InputChanged: {"input_changed", capture, ScopeConversation, Warn,
		"An input grew, shrank or was replaced while it was read; convert again when the session is at rest."},
	InputBroken: {"input_broken", capture, ScopeConversation, Error,
		"An input could not be read to its end, as a damaged archive or disk; mend the file and convert again, for only what stands before the fault was converted."},
	InputMissing: {"input_missing", capture, ScopeConversation, Error,
		"A file of the session could not be opened; give the whole session folder to get what it holds."},

	UnknownRecordKind: {"unknown_record_kind", normalization, ScopeConversation, Warn,
		"A record is of a kind that this converter does not know and is kept in the native file alone; a newer converter may map it."},
	UnknownField: {"unknown_field", normalization, ScopeNative, Info,
		"A field is not known to this converter and is kept in the native file alone; a newer converter may map it."},
	UnknownBlock: {"unknown_block", normalization, ScopeConversation, Warn,
		"A content block is of a kind that this converter does not know and is kept whole, without its meaning; a newer converter may map it."},
	UnexpectedType: {"unexpected_type", normalization, ScopeConversation, Warn,
		"A field has a value of another type than its format says and was not mapped; look into the native file."},
	OddTime: {"odd_time", normalization, ScopeConversation, Warn,
		"A time is not a valid date, or is absurdly long, and was left out; the order of the events comes from the file."},
	InvalidNumber: {"invalid_number", normalization, ScopeUsage, Warn,
		"A counter is negative, fractional or too large and was left out; look into the native file."},

	IDReused: {"id_reused", normalization, ScopeConversation, Warn,
		"Two records share one ID and the later one was renamed; references by native ID mean the first."},
	DuplicateRecordDropped: {"duplicate_record_dropped", normalization, ScopeConversation, Info,
		"A record that repeats an earlier one word for word was counted once; nothing needs to be done."},
	ConflictingDuplicate: {"conflicting_duplicate", normalization, ScopeConversation, Warn,
		"Two records with one ID say different things; the first one's content stands, look into the native file for the other."},
	DanglingParent: {"dangling_parent", capture, ScopeBranches, Warn,
		"A record follows one that is not in the file; it was put behind the record before it."},
	ForwardParentReordered: {"forward_parent_reordered", normalization, ScopeBranches, Info,
		"A record stands before the one that it follows and was put behind it; nothing needs to be done."},
	ParentCycleCut: {"parent_cycle_cut", normalization, ScopeBranches, Warn,
		"Records follow each other in a circle, which was cut at its last record; check the order of that stretch."},
	StrayRecord: {"stray_record", normalization, ScopeBranches, Info,
		"A record belongs to no branch of the conversation and is kept beside it; nothing needs to be done."},
	LineageUnknown: {"lineage_unknown", capture, ScopeBranches, Info,
		"The session was copied or continued from one that is not at hand; convert that one too to see where it began."},
	HistoryBeforeSliceMissing: {"history_before_slice_missing", capture, ScopeBranches, Warn,
		"The file begins in the middle of a session; what was said before is in another file or gone."},
	CauseDropped: {"cause_dropped", normalization, ScopeBranches, Info,
		"The order of a branch puts an event before its cause, so the link between them is not given; look into the native file."},
	InputBeyondBoundary: {"input_beyond_boundary", normalization, ScopeContexts, Info,
		"A context of a branch would hold an event that was recorded after all of that branch, so it was left out; the event stands in the document."},
	BranchPrefixOmitted: {"branch_prefix_omitted", normalization, ScopeBranches, Warn,
		"Old taken-back branches were written without the events that they share with the main branch, to keep the document small; follow their fork point."},

	CallIDReused: {"call_id_reused", normalization, ScopeTools, Warn,
		"Two calls share one ID and the later one was renamed; its result is the one that follows it."},
	ResultWithoutCall: {"result_without_call", capture, ScopeTools, Warn,
		"A result's call is not in the session, so the result became a message; look for the call in an earlier file."},
	ResultBeforeCall: {"result_before_call", normalization, ScopeTools, Info,
		"A result stands before its call and was put behind it; nothing needs to be done."},
	DuplicateResult: {"duplicate_result", normalization, ScopeTools, Warn,
		"A call has more than one final result; the first one stands, the others became messages."},
	ResultOffBranch: {"result_off_branch", normalization, ScopeBranches, Warn,
		"A branch holds a result whose call it does not hold; the result became a message, or was left out of that branch and stands among the events."},
	OpenCall: {"open_call", capture, ScopeTools, Info,
		"A call has no result; check what it did before you go on, for nothing tells whether it ran."},
	OpenCallOutsideContext: {"open_call_outside_context", normalization, ScopeTools, Warn,
		"A call without result stands where the live context no longer reaches, so no result can answer it; it is an operation of the continuation plans, and no open call."},
	ArgumentsNotJSON: {"arguments_not_json", normalization, ScopeTools, Warn,
		"A call's arguments are text that is not JSON and were kept as text; check what was meant before you run the call again."},
	ToolSchemaNotRecorded: {"tool_schema_not_recorded", capture, ScopeTools, Info,
		"The harness did not record what arguments a tool takes; take its definition from the harness before you offer the tool again."},
	ToolSchemaInvalid: {"tool_schema_invalid", normalization, ScopeTools, Warn,
		"A tool's recorded schema is not a valid JSON Schema and was replaced by one that allows everything; the native file has the original."},
	ToolOutputFileMissing: {"tool_output_file_missing", capture, ScopeResources, Warn,
		"A tool's output was moved to a file that is not there; the conversation has only the part that the harness kept in place."},
	ProgressNotConverted: {"progress_not_converted", normalization, ScopeTools, Info,
		"Progress that tools reported while they ran was not made events; the final results are there."},
	ShellEffectsUnknown: {"side_effects_of_shell_unknown", capture, ScopeResources, Info,
		"Nothing records what shell commands changed on disk; compare the working folder before you go on."},

	ReasoningTextNotRecorded: {"reasoning_text_not_recorded", capture, ScopeConversation, Info,
		"The model reasoned and the harness kept only a signature of it; the text cannot be had back."},
	SignatureOpaque: {"signature_opaque", normalization, ScopeContexts, Info,
		"Signed or encrypted reasoning is kept as bytes that only its provider can read; it is never sent to another."},
	ReminderTextNotRendered: {"reminder_text_not_rendered", capture, ScopeContexts, Info,
		"The harness put text before the model that the session records only as data; its wording is not known."},
	SystemPromptNotRecorded: {"system_prompt_not_recorded", capture, ScopeContexts, Info,
		"The harness did not record its system prompt; another harness will use its own."},
	Compaction: {"compaction", normalization, ScopeContexts, Info,
		"The conversation was compacted, so the model went on from a summary; the full history stays in the branch."},
	CompactionSummaryMissing: {"compaction_summary_missing", capture, ScopeContexts, Warn,
		"The conversation was compacted and the summary is not in the session; the model went on from text that is not known."},
	CompactedInputUnknown: {"compacted_input_unknown", capture, ScopeContexts, Warn,
		"Which part of the history a compaction replaced is not recorded; the context before it was put together from the branch."},
	ContextsNotWritten: {"contexts_not_written", normalization, ScopeContexts, Info,
		"Recorded model inputs were checked but not written, to keep the document small; ask for all contexts to have them."},
	RequestNotVerified: {"request_not_verified", normalization, ScopeContexts, Info,
		"A recorded request names messages that the session does not hold as they were sent, or its digests do not agree; what the model saw then was put together from the branch."},
	PlansNotWritten: {"plans_not_written", normalization, ScopeContexts, Info,
		"So many calls or questions are open that not each has a plan of its own in the document; go on with those that have, and convert again."},
	ConfigurationAsExtension: {"configuration_as_extension", normalization, ScopeConfiguration, Warn,
		"Settings changed so often that configurations with all of them would fill the disk; later changes stand as extensions, look there for what they set."},
	SideCallsNotRecorded: {"side_calls_not_recorded", capture, ScopeUsage, Info,
		"The harness called models for titles, summaries or checks of its own and recorded no usage; the totals are too low by that."},
	UsagePlaceholder: {"usage_placeholder", capture, ScopeUsage, Warn,
		"A response has only the counters of its beginning; its output tokens are too low."},

	PermissionGrantsNotRecorded: {"permission_grants_not_recorded", capture, ScopeDecisions, Info,
		"The harness does not record who allowed a call; that a call ran is all that is known."},
	DecisionPromptNotRecorded: {"decision_prompt_not_recorded", capture, ScopeDecisions, Info,
		"What a person was asked is not recorded, only the answer; the question was derived from the call."},
	QueuedPromptUnresolved: {"queued_prompt_unresolved", capture, ScopeConversation, Warn,
		"A prompt was queued and nothing tells whether the model saw it; send it again if it matters."},
	DraftPromptNotSent: {"draft_prompt_not_sent", normalization, ScopeConversation, Info,
		"A prompt was typed and not sent; it is kept in the native file alone."},
	ResolutionWithoutRequest: {"resolution_without_request", capture, ScopeDecisions, Warn,
		"An answer's question is not in the session, so the answer became a note; look for the question in an earlier file."},
	ResolutionRepeated: {"resolution_repeated", normalization, ScopeDecisions, Warn,
		"A question was answered twice; the first answer stands, the others are kept in the document but left out of the branch."},
	TransitionAfterEnd: {"transition_after_end", normalization, ScopeExecutions, Info,
		"A turn or a task was told to end twice; the first end stands on the branch, the other is kept beside it."},
	DependenciesDropped: {"dependencies_dropped", normalization, ScopeTasks, Warn,
		"A task depends on unknown tasks, on itself or in a circle, or dependencies change too much to search them for one, so they are not given; look into the native file."},

	DuplicateDelivery: {"duplicate_delivery", normalization, ScopeConversation, Info,
		"An event was delivered again, or to both an observer and an interceptor, and was counted once; nothing needs to be done."},
	ProposalReplaced: {"proposal_replaced", normalization, ScopeConversation, Info,
		"An event was first proposed and then settled with other values; the settled ones stand in the event and the proposed ones in its extension, but for large ones, which the log has."},
	SessionUnknown: {"session_unknown", capture, ScopeConversation, Warn,
		"Events name no session and nothing ties them to one, so they stand in a document of their own; look for their session in the same source's others."},
	FormerRecordKind: {"former_record_kind", normalization, ScopeConversation, Warn,
		"An event has a name that the protocol took back, so it stands in the log alone; have the harness speak the current draft."},
	AnswerWithoutRequest: {"answer_without_request", capture, ScopeDecisions, Warn,
		"An answer's request is not in the log, so what it decided is not known and it stands in the log alone."},
	ContentWithheld: {"content_withheld", capture, ScopeConversation, Info,
		"Content was told of without its body, as the subscription asked; subscribe to bodies to have it."},
	DeclaredGap: {"declared_gap", capture, ScopeConversation, Warn,
		"The harness itself declared that something is missing, and why; the reason stands at the place."},
	OutcomeCoarsened: {"outcome_coarsened", normalization, ScopeTools, Info,
		"A call was denied or timed out, for which the document's outcomes have no word; the exact one stands in the event's extension."},
	EndCoarsened: {"end_coarsened", normalization, ScopeExecutions, Info,
		"A turn stopped at a limit, which the document calls interrupted; the exact word stands in the event's extension."},
	PartialOutputUnclear: {"partial_output_unclear", capture, ScopeTools, Info,
		"A tool reported output while it ran, and nothing tells whether each report adds to the one before or replaces it; rely on the last result."},
	LateProgress: {"late_progress", normalization, ScopeTools, Info,
		"A tool reported output after its result, as a background task does; the report stands as an extension behind the result."},
	DeltasJoined: {"deltas_joined", normalization, ScopeConversation, Info,
		"Pieces of a message that came while the model wrote stand only as the message that they make up; nothing needs to be done."},
	MessageGroupingFlattened: {"message_grouping_flattened", normalization, ScopeTools, Info,
		"A result came as several messages, or as one of another role than tool, and its parts stand in one list; the log has the grouping."},
	MessageChanged: {"message_changed", normalization, ScopeContexts, Info,
		"A message was sent to the model with other content than it was first told with; the context has what was sent, the event what was told first."},
	TaskStatusUnknown: {"task_status_unknown", capture, ScopeTasks, Info,
		"A task's change does not say its status in a word that is known; its wording stands in the update."},
	TaskRemoved: {"task_removed", normalization, ScopeTasks, Info,
		"A task was removed, which the document calls cancelled, or leaves as it ended; the exact operation stands in the event's extension."},
	FileMoved: {"file_moved", normalization, ScopeResources, Info,
		"A file was moved, which the document calls a modification of the one that it was before."},
	CompactionUnconfirmed: {"compaction_unconfirmed", capture, ScopeContexts, Info,
		"A summary was made, and nothing confirms that the model went on from it; compare with the next request."},
	CallDerived: {"call_derived", capture, ScopeTools, Info,
		"A call was not told of when it began, so it was derived from what was told of it later; its arguments may have been others at first."},
	SessionStartMissing: {"session_start_missing", capture, ScopeConfiguration, Warn,
		"The session's beginning was not delivered, so its manifest, instructions and permission mode are not known; look for it in an earlier log."},
	SessionEndMissing: {"session_end_missing", capture, ScopeConversation, Info,
		"The session began again and how it ended before was not delivered; what came in between may be missing, too."},
	TurnStartMissing: {"turn_start_missing", capture, ScopeExecutions, Warn,
		"A turn's beginning was not delivered, so when it began, and with what, is not known; look for it in an earlier log."},
	TurnEndMissing: {"turn_end_missing", capture, ScopeExecutions, Warn,
		"A turn's end was not delivered, so nothing tells whether it ended, and how; look for it in a later log before you take the turn for finished."},
	ModelRequestMissing: {"model_request_missing", capture, ScopeContexts, Warn,
		"A model answered a request that was not delivered, so what it was asked is not known."},
	AttemptUsageMissing: {"attempt_usage_missing", capture, ScopeUsage, Warn,
		"What an attempt used was not delivered in full, or not even how it ended, so that the sum of attempts is too low; a turn's total may have it."},
	UsageOfSkipped: {"usage_of_skipped", normalization, ScopeUsage, Warn,
		"A response that was supplied in the provider's place tells of usage, which no provider can have had; it is not counted."},
	OtherVersion: {"other_version", normalization, ScopeConversation, Warn,
		"An event says another version of the protocol than draft and was read as draft; what differs between them may be misread."},
	MessageMissing: {"message_missing", capture, ScopeConversation, Warn,
		"A request repeats a message that no event told of, so it stands in the model's input alone and not in the conversation."},
	CauseMissing: {"cause_missing", capture, ScopeConversation, Info,
		"An event follows one that was not delivered before it, so what led to it is not given."},
	DecisionMissing: {"decision_missing", capture, ScopeDecisions, Warn,
		"A call has its result and what was decided about it was not delivered; nothing waits for the answer any more, but whose it was is not known."},
	ConnectionUntold: {"connection_untold", capture, ScopeTools, Info,
		"How a tool server is reached was not told in full; its environment says what is missing and why."},
	CredentialsRemoved: {"credentials_removed", redaction, ScopeTools, Warn,
		"Values that look like credentials were taken out of addresses and arguments; the log still holds them, so treat it as a secret."},
	NativeWithheld: {"native_withheld", redaction, ScopeNative, Warn,
		"The native files hold credentials that were taken out of the document, so they were not copied beside it, though asked; they stay where they are."},

	ConfigurationInspected: {"configuration_inspected", capture, ScopeConfiguration, Info,
		"Configuration files were read when the session was converted, not when it ran; what they declare now need not be what was in force."},
	WorkspaceTakenNow: {"workspace_taken_now", capture, ScopeResources, Info,
		"The files that the session touched were taken when it was converted, not when it ended; what changed in between is in them."},
	WorkspaceFileExcluded: {"workspace_file_excluded", capture, ScopeResources, Warn,
		"A file that the session touched is not in the snapshot, for it may hold secrets, is too large, cannot be read or leads elsewhere; bring it along yourself if it is needed."},
	ServerNameWithheld: {"server_name_withheld", redaction, ScopeConfiguration, Warn,
		"The name of a tool server looks like a credential, so the server has a number instead, by which no destination knows it; the configuration file still holds the name: give the server another one."},
	ConfigurationUnread: {"configuration_unread", capture, ScopeConfiguration, Warn,
		"A configuration file is there and was not read as a whole: it cannot be read, is too large, or leads elsewhere; look at the files that are named."},

	SubagentTranscriptMissing: {"subagent_transcript_missing", capture, ScopeParticipants, Warn,
		"A sub-agent worked and its transcript is not there; only what it handed back is known."},
	ChildrenSkipped: {"children_skipped", normalization, ScopeParticipants, Warn,
		"The session's sub-agents were not converted, as asked; leave out --children skip and write to a file to have them."},
	FileBackupMissing: {"file_backup_missing", capture, ScopeResources, Warn,
		"A copy of a file before a change is not there; the change cannot be taken back from this session."},
	ImageStripped: {"image_stripped", capture, ScopeResources, Warn,
		"The harness took an image out of the session; its bytes are not known."},
	ImageBytesMissing: {"image_bytes_missing", capture, ScopeResources, Warn,
		"The session names an image or document without its bytes; attach it again if the model needs it."},
	InvalidBase64: {"invalid_base64", capture, ScopeResources, Warn,
		"An image or document is not valid base64 and has no bytes in the document; attach it again if the model needs it."},
	ResourceTooLarge: {"resource_too_large", normalization, ScopeResources, Warn,
		"A file, an image or an output is larger than readers of the document must accept and was not put in; its bytes stand in the native file."},
	NativeNotKept: {"native_not_kept", normalization, ScopeNative, Warn,
		"The native files are not part of the document, as asked; what only they hold is dropped."},
	NativeNotReferenced: {"native_not_referenced", capture, ScopeNative, Warn,
		"The session came from standard input, so no file can be named as its source; give a path to have one."},
	SecretsRedactedUpstream: {"secrets_redacted_upstream", redaction, ScopeConversation, Info,
		"Values were taken out before the session got here, some IDs among them; they cannot be had back."},

	InstructionsNotCarried: {"instructions_not_carried", translation, ScopeContexts, Info,
		"Text that the source harness put before the model by itself (reminders, environment, instruction files) was left out; the destination puts its own."},
	SpeakerNotCarried: {"speaker_not_carried", translation, ScopeParticipants, Info,
		"Words of a program or another agent stand as a message to the model; the destination does not tell who spoke."},
	ReasoningNotCarried: {"reasoning_not_carried", translation, ScopeConversation, Info,
		"What the model thought was left out, for only its own provider takes it back; ask for reasoning as text to have it."},
	ReasoningAsText: {"reasoning_as_text", translation, ScopeConversation, Info,
		"What the model thought was written as words of the agent, as asked."},
	SignatureNotCarried: {"signature_not_carried", translation, ScopeContexts, Info,
		"Signed or encrypted reasoning was left out, for only the provider that made it can read it."},
	SealedNotCarried: {"sealed_not_carried", translation, ScopeContexts, Warn,
		"Content that only the source's provider can read, as an encrypted summary, was left out; tell the agent what it needs to know of it."},
	StructureAsText: {"structure_as_text", translation, ScopeConversation, Info,
		"Content of a form that the destination does not have was written as the JSON text that it is."},
	ArgumentsWrapped: {"arguments_wrapped", translation, ScopeTools, Info,
		"A call's arguments are no JSON object, which the destination demands, and were put into one as its member input."},
	ResultAsText: {"result_as_text", translation, ScopeTools, Info,
		"A result whose call does not go on was written as a message to the model."},
	OutcomeNotCarried: {"outcome_not_carried", translation, ScopeTools, Info,
		"The destination has no place for whether a call succeeded; the result's text has to say it."},
	FileNotCarried: {"file_not_carried", translation, ScopeResources, Warn,
		"An image or a file is not at hand or of a type that the destination does not take; a note stands in its place, attach it again if the model needs it."},
	OpenCallClosed: {"open_call_closed", translation, ScopeTools, Warn,
		"A call without a result got one that says that its outcome is unknown; check what it did before you repeat it."},
	OpenCallOmitted: {"open_call_omitted", translation, ScopeTools, Warn,
		"A call without a result was left out, as asked; check what it did, for the agent does not know of it."},
	OpenCallLeft: {"open_call_left", translation, ScopeTools, Info,
		"A call without a result stands as it was recorded; the harness closes it by itself when it goes on."},
	DecisionRestated: {"decision_restated", translation, ScopeDecisions, Info,
		"A question that waits for an answer was put into the last message, as asked; the answer is no decision of the old request."},
	TitleNotCarried: {"title_not_carried", translation, ScopeConversation, Info,
		"The destination keeps titles outside of its sessions; name the session there again if you need the name."},
	HistoryNotCarried: {"history_not_carried", translation, ScopeBranches, Info,
		"Only the live conversation was written; taken-back prompts, what a compaction replaced and side chains stay in the document."},
	SubagentsNotCarried: {"subagents_not_carried", translation, ScopeParticipants, Info,
		"What a sub-agent did by itself was not written, only what the conversation says of it: its call, and what it handed back; it cannot be asked again here."},
	UsageNotCarried: {"usage_not_carried", translation, ScopeUsage, Info,
		"Counters of tokens and costs stay in the document; the destination counts anew."},
}
