import type { Permission } from '@forewarn/core';

/** Who the key is, and what it may do: `GET {base}/api/admin/user`. */
export interface User {
  readonly user: { readonly name: string };
  /** A permission without a project holds everywhere, one without an environment in all of them. */
  readonly permissions: readonly {
    readonly permission: Permission;
    readonly project?: string;
    readonly environment?: string;
  }[];
}

/** Whether the key has the permission anywhere. */
export const may = ({ permissions }: User, needed: Permission): boolean =>
  permissions.some(({ permission }) => permission === needed || permission === 'ADMIN');

/** Whether the key has the permission outside of projects, where strategy definitions are. */
export const mayEverywhere = ({ permissions }: User, needed: Permission): boolean =>
  permissions.some(({ permission, project }) => permission === needed && project === undefined);
