import { AsyncLocalStorage } from 'node:async_hooks'
import type { Deps } from '../../deps.ts'
import { readEffectiveSettings } from './effective-settings.service.ts'
import { environmentSecrets } from './environment-values.ts'
import { findSecretNames } from './secrets.repository.ts'
import type { SettingsSnapshot } from './settings-snapshot.ts'

/** Other processes follow a change after this time at the latest. */
const MAX_AGE_MS = 400

/**
 * The settings for checks of every request, which would otherwise each cost a statement. Changes of
 * this process apply at once.
 */
export class CurrentSettings {
  readonly #load: () => Promise<SettingsSnapshot>
  #snapshot: Promise<SettingsSnapshot> | undefined
  #expiresAt = 0

  constructor(deps: Pick<Deps, 'db' | 'config'>) {
    // Bound, because reading is shared by requests and belongs to none of them.
    this.#load = AsyncLocalStorage.bind(() => loadSnapshot(deps))
  }

  /** Called after each transaction that changed settings or secrets. */
  invalidate(): void {
    this.#snapshot = undefined
  }

  read(): Promise<SettingsSnapshot> {
    if (this.#snapshot && performance.now() <= this.#expiresAt) return this.#snapshot
    this.#expiresAt = performance.now() + MAX_AGE_MS
    const loading = this.#load()
    this.#snapshot = loading
    loading.catch(() => {
      if (this.#snapshot === loading) this.#snapshot = undefined
    })
    return loading
  }
}

async function loadSnapshot({
  db,
  config,
}: Pick<Deps, 'db' | 'config'>): Promise<SettingsSnapshot> {
  const values = await readEffectiveSettings(db, { config })
  const stored = new Set<string>(await findSecretNames(db))
  const fromEnvironment = environmentSecrets(config)
  return {
    values,
    hasSecret: name => (name in fromEnvironment ? fromEnvironment[name] !== '' : stored.has(name)),
  }
}
