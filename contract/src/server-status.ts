import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const SERVER_CHECKS = [
  'database',
  'storage',
  'contents',
  'disk',
  'queue',
  'messages',
  'mail',
  'address',
  'encryption',
  'search',
  'clock',
  'video',
] as const

/** The result of one check of the server. */
export const ServerCheck = z.object({
  check: z.enum(SERVER_CHECKS),
  state: z.enum(['ok', 'warning', 'failing']),
  /** The measured value or the error, for the operator. */
  detail: z.string().nullable(),
})
export type ServerCheck = z.infer<typeof ServerCheck>

const serverProcess = z.object({
  id: z.string(),
  host: z.string(),
  pid: z.int(),
  version: z.string(),
  started_at: z.iso.datetime(),
  seen_at: z.iso.datetime(),
  /** Share of one processor in use since the last report, from 0. */
  load: z.number(),
  memory_bytes: z.int(),
  /** Open pages. */
  connections: z.int(),
  /** Transactions that were run again after a conflict with another one. */
  retried_transactions: z.int(),
})
export type ServerProcess = z.infer<typeof serverProcess>

const task = z.object({
  name: z.string(),
  /** A cron pattern, in UTC. */
  schedule: z.string(),
  next_run_at: z.iso.datetime().nullable(),
  last_run_at: z.iso.datetime().nullable(),
  last_duration_ms: z.number().nullable(),
  last_error: z.string().nullable(),
})
export type ScheduledTask = z.infer<typeof task>

const loggedError = z.object({
  at: z.iso.datetime(),
  message: z.string(),
  detail: z.string().nullable(),
})
export type LoggedError = z.infer<typeof loggedError>

const faultyFile = z.object({
  id: z.string(),
  name: z.string(),
  owner_name: z.string(),
  /** Damaged: the stored bytes differ from those that were uploaded. */
  fault: z.enum(['missing', 'damaged']),
})
export type FaultyFile = z.infer<typeof faultyFile>

/** Each part is null when it could not be read, so that the page works while something is broken. */
export const ServerStatus = z.object({
  checks: z.array(ServerCheck),
  processes: z.array(serverProcess).nullable(),
  tasks: z.array(task).nullable(),
  errors: z.array(loggedError).nullable(),
  /** Files with a missing or damaged content, also of an earlier version; the first 100. */
  faulty_files: z.array(faultyFile).nullable(),
  database: z
    .object({
      kind: z.enum(['sqlite', 'postgres']),
      version: z.string(),
      size_bytes: z.int(),
    })
    .nullable(),
  storage: z
    .object({
      /** The data folder. */
      folder: z.string(),
      free_bytes: z.int(),
      capacity_bytes: z.int(),
      /** The bucket that new contents go to; null for the data folder. */
      bucket: z.string().nullable(),
      /** Storage used by all users together. */
      used_bytes: z.int(),
    })
    .nullable(),
  versions: z.object({ coffer: z.string(), node: z.string(), system: z.string() }),
})
export type ServerStatus = z.infer<typeof ServerStatus>

export const getServerStatus = endpoint({
  method: 'GET',
  path: '/api/admin/status',
  access: 'admin',
  summary: 'Reports health, processes, recurring tasks, recent errors, sizes and versions.',
  response: z.object({ data: ServerStatus }),
})
