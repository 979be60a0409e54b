import type { CandidateBody, CleanupBody } from '@forewarn/cleanup/http';

export type CleanupCandidateSchema = CandidateBody;
export type CleanupSchema = CleanupBody;
