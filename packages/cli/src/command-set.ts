import type { Client } from '@forewarn/client';
import type { McpServer } from '@modelcontextprotocol/server';
import type { Command, Option } from 'commander';
import type { ExitCode } from './exit-code.ts';
import type { ReportOptions } from './report/write-report.ts';

export type Example = readonly [line: string, effect: string];

/** The examples of each command, by its whole name, such as `forewarn check`. */
export type Examples = Readonly<Record<string, readonly Example[]>>;

/** Takes the exit code of the command that runs. */
export type Then = (run: Promise<ExitCode>) => Promise<void>;

export interface CommandSet {
  readonly add: (program: Command, then: Then) => void;
  /** Those of a later set win. */
  readonly examples: Examples;
}

/** Commands of a capability, which ask a server. */
export interface CapabilityCommands extends CommandSet {
  readonly names: readonly string[];
  /** What `forewarn check` can do besides, instead of asking about targets. */
  readonly check?: CapabilityCheck;
  /** Loads its tools for assistants. */
  readonly tools?: () => Promise<CapabilityTools>;
}

/** What a capability adds to `forewarn check`. */
export interface CapabilityCheck {
  readonly option: Option;
  readonly run: (value: string, options: ReportOptions) => Promise<ExitCode>;
}

/** Tools of a capability for assistants. */
export interface CapabilityTools {
  /** Says when to call them: a line. */
  readonly instructions: string;
  readonly register: (server: McpServer, client: Client) => void;
}
