interface ChangedBy {
  /** Milliseconds; null for settings that the server or an earlier version stored. */
  changed_at: number | null
  /** Id of the user, who may be deleted since; null for changes by the operator. */
  changed_by: string | null
}

export interface SettingTable extends ChangedBy {
  name: string
  /** JSON. */
  value: string
}

export interface SecretTable extends ChangedBy {
  name: string
  /** Encrypted, see `lib/encryption.ts`. */
  value: string
  /** The last characters of a long secret, which identify it. */
  ends_in: string | null
}
