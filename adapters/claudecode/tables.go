package claudecode

import (
	"slices"

	"asif-convert/losses"
)

// What the mapper switches on. Fields that only count have no number.
const (
	fNone = iota
	fUUID
	fParent
	fTime
	fSide
	fMeta
	fCompactSummary
	fCwd
	fGitBranch
	fVersion
	fEntrypoint
	fPromptSource
	fOriginKind
	fDenial
	fResultAgent

	fMessageID
	fModel
	fRequestRef
	fRequestID
	fAPIError
	fWireInputs
	fInputTokens
	fOutputTokens
	fCacheRead
	fCacheWrite
	fCacheWrite1h
	fCacheWrite5m
	fThinkingTokens

	fContent
	fBlock // a whole block, after its members
	fBlockType
	fText
	fThinking
	fSignature
	fRedacted
	fCall
	fName
	fInput
	fToolUseID
	fIsError
	fResult
	fSourceType
	fMedia
	fData
	fURL
	fTitleOfBlock
	fInner // a whole block inside a result, after its members
	fInnerType
	fInnerText
	fInnerSourceType
	fInnerMedia
	fInnerData
	fInnerURL

	fSubtype
	fSystemText
	fLogicalParent
	fKept
	fKeptHead
	fKeptTail

	fAttachmentType
	fPrompt
	fCommandMode
	fAttachmentOrigin
	fAttachmentMeta
	fRendered
	fRenderedRole

	fLeaf
	fExplicit
	fTitle

	fMode // what few records have, kept by number, from here on
	fPromptID
	fStopReason
	fEffort
	fSourceCall
	fCompanion
	fOriginFrom
	fOriginName
	fDecision
	fAnswers
	fAnnotations
	fAway
	fSuccess
	fTaskID
	fStatusTo
	fError
	fErrorStatus
	fErrorText
	fRetryIn
	fRetryAttempt
	fRetryMost
	fFallback
	fOperation
	fQueued
	fReason
	fPlatform
	fShell
	fOS
	fModelID
	fMemoryPath
	fMemoryType
	fMemoryText
	fCondition
	fMet
	fFailed
	fCost
	fProcess
	fModelUsage

	fWorkStatus // of work that somebody else does
	fWorkAgentType
	fWorkModel
	fWorkAsync
	fWorkBackground
	fWorkTask
	fWorkTaskType
	fWorkflow
	fWorker
	fSpilled
	fForkedFrom
	fForkedAt
	fContinued
	fForkParent
	fForkLeaf
	fParentCall // of a stream
	fInitModel
	fResultText
	fResultError
	fControl
	fControlCall
	fControlInput
	fBehavior
	fBehaviorText
	fTold // of a sub-agent's message inside a progress line
	fToldUUID
	fToldAs
	fToldTime
	fFromSession // of a session that we wrote: where it comes from
	fFromCapture
	fFromEvent
	fHandover

	fAdded // lists, kept by number, from here on
	fRemoved
	fServer
	fBlockText
	fSystemPrompt
	fContract
	fFile

	fCompacted // microcompaction: calls, and attachments
	fCleared
	fInitTool // of a stream
	fDenied

	fAsk // of the harness's own requests, from here on
	fHash
	fBase
	fKeep
	fTail
	fParams
	fShape
	fRole
	fWhole
)

// Reasons why a field is kept through the native resource alone.
const (
	whyIdentity   = "the file's name is the session's identity"
	whyFixed      = "follows from the record's kind"
	whyDisplay    = "for the harness's own display"
	whyRepeats    = "repeats what the record says elsewhere"
	whyLater      = "has no counterpart in the document"
	whyTiming     = "measures the harness, not the conversation"
	whyState      = "state of the harness at some point of the file"
	whyRequest    = "the harness's record of a request"
	whySnapshot   = "the prompt as sent; its texts are kept with the record"
	whyDuration   = "running totals of the process"
	whyProgress   = "each line repeats the output so far"
	whyUnverified = "its digest does not agree, so nothing can name it"
	whyAccount    = "can name the account"
	whyStream     = "repeats other lines piece by piece, or tells of the connection"
	whyMeta       = "describes the sub-agent's file"
)

// chain is the envelope of a record that is a node of the parent chain.
func chain() []losses.Row {
	return slices.Concat(
		[]losses.Row{
			losses.Map("type", "event.kind", fNone),
			losses.Map("uuid", "event.id", fUUID),
			losses.Map("parentUuid", "branch", fParent),
			losses.Map("isSidechain", "branch", fSide),
			losses.Map("cwd", "environment", fCwd),
			losses.Map("gitBranch", "environment", fGitBranch),
			losses.Map("version", "environment", fVersion),
			losses.Map("forkedFrom.sessionId", "session.native_ids, session.lineage", fForkedFrom),
			losses.Map("forkedFrom.messageUuid", "session.lineage", fForkedAt),
		},
		losses.Keep(whyIdentity, "sessionId", "session_id", "requestSessionId", "agentId", "forkedFrom.*/"),
		losses.Keep(whyLater, "userType", "slug", "sessionKind", "teamName", "agentName"),
	)
}

// dated is the time of a record that becomes events.
func dated() []losses.Row { return []losses.Row{losses.Map("timestamp", "event.time", fTime)} }

// Tables implements adapters.Adapter.
func (Adapter) Tables() []losses.Table {
	tables := []losses.Table{userTable(), assistantTable(), systemTable(), attachmentTable(), progressTable()}
	return append(tables, stateTables()...)
}
