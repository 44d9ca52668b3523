/** The dialogs of users, which are loaded together with the first one. */
export { ChangeDialog } from './change-dialog.tsx'
export { ImportDialog } from './import-dialog.tsx'
export { InviteDialog } from './invite-dialog.tsx'
export { TaskDialog } from './task-progress.tsx'
