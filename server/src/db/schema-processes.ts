type Millis = number
type Flag = 0 | 1

/** A running process; one that was not seen for a while has ended. */
interface ProcessTable {
  id: string
  /** JSON. */
  report: string
  seen_at: Millis
}

interface LoggedErrorTable {
  id: string
  /** A text of ours. */
  message: string
  /** The redacted message of the error. */
  detail: string | null
  logged_at: Millis
}

interface StatisticTable {
  name: string
  /** JSON. */
  value: string
  computed_at: Millis
}

/** Traffic of all users on a day in UTC. */
interface TrafficTotalTable {
  day: string
  upload_bytes: number
  download_bytes: number
  is_final: Flag
}

/** Recurring jobs that run once per installation; on PostgreSQL, times are the database's. */
interface ClockTable {
  name: string
  /** The time of the last run that was started. */
  slot: Millis
  /** Id of the process that runs it; null while it does not run. */
  holder: string | null
  /** When the holder counts as ended, unless it renews its claim. */
  held_until: Millis | null
  /** When the last run that has ended began; null before the first one. */
  ran_at: Millis | null
  duration_ms: number | null
  /** The redacted message of the error by which the last run failed. */
  error: string | null
}

/** How far recurring jobs got that reach all rows in several runs. */
interface JobMarkTable {
  job: string
  /** The last row or content that was processed, as the job names it. */
  mark: string
}

export interface ProcessSchema {
  clock: ClockTable
  job_marks: JobMarkTable
  processes: ProcessTable
  logged_errors: LoggedErrorTable
  statistics: StatisticTable
  traffic_totals: TrafficTotalTable
}
