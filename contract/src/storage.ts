import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id } from './resource.ts'

/** How much of the room something takes: of the capacity, or without a limit of all that is used. */
const share = z.object({ used: z.string(), used_bytes: z.int(), percentage: z.number() })
export type Share = z.infer<typeof share>

/** What went one way on a day, in UTC; the percentage is of the busiest day. */
const trafficDay = z.object({
  created_at: z.iso.datetime(),
  amount: z.string(),
  amount_bytes: z.int(),
  percentage: z.number(),
})
export type TrafficDay = z.infer<typeof trafficDay>

/** The days that are told, today among them. */
export const TRAFFIC_DAYS = 45

/** Both ways, with each day of the last ones, the oldest first. */
const traffic = z.object({
  upload: z.string(),
  upload_bytes: z.int(),
  download: z.string(),
  download_bytes: z.int(),
  chart: z.object({ upload: z.array(trafficDay), download: z.array(trafficDay) }),
})

/** ACC-33: storage usage by kind of file. */
export const Storage = z.object({
  id: Id,
  type: z.literal('storage'),
  attributes: z.object({
    used: z.string(),
    used_bytes: z.int(),
    /** Null means no limit. */
    capacity: z.string().nullable(),
    capacity_bytes: z.int().nullable(),
    percentage: z.number(),
    /** Held for uploads in progress, besides what is used. */
    reserved: z.string(),
    reserved_bytes: z.int(),
  }),
  meta: z.object({
    images: share,
    videos: share,
    audios: share,
    documents: share,
    others: share,
    /** Former contents of files that were replaced. */
    versions: share,
    /** What of all these lies in the trash. */
    trash: share,
    traffic,
  }),
})
export type Storage = z.infer<typeof Storage>

export const getStorage = endpoint({
  method: 'GET',
  path: '/api/user/storage',
  access: 'user',
  summary: "How much room the caller's files take, by kind, and what went up and down each day.",
  response: z.object({ data: Storage }),
})
