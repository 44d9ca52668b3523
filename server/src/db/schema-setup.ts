/** SETUP-1: a stored step of the setup wizard, completed or skipped. */
export interface SetupStepTable {
  step: 'purchase-code' | 'database' | 'environment' | 'app-setup'
  outcome: 'done' | 'skipped'
  /** Milliseconds. */
  completed_at: number
}
