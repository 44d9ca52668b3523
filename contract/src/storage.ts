import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id } from './resource.ts'

/** Share of the capacity, or of the used storage without a limit. */
const share = z.object({ used: z.string(), used_bytes: z.int(), percentage: z.number() })
export type Share = z.infer<typeof share>

/** Traffic of one direction on a day, in UTC; the percentage is relative to the busiest day. */
const trafficDay = z.object({
  created_at: z.iso.datetime(),
  amount: z.string(),
  amount_bytes: z.int(),
  percentage: z.number(),
})
export type TrafficDay = z.infer<typeof trafficDay>

/** Number of reported days, including today. */
export const TRAFFIC_DAYS = 45

/** Totals of both directions and each of the last days, oldest first. */
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
    /** Reserved for uploads in progress, in addition to the used storage. */
    reserved: z.string(),
    reserved_bytes: z.int(),
  }),
  meta: z.object({
    images: share,
    videos: share,
    audios: share,
    documents: share,
    others: share,
    /** Earlier versions of replaced files. */
    versions: share,
    /** The part of all these in the trash. */
    trash: share,
    traffic,
  }),
})
export type Storage = z.infer<typeof Storage>

export const getStorage = endpoint({
  method: 'GET',
  path: '/api/user/storage',
  access: 'user',
  summary: "Returns the caller's storage use by kind and the daily traffic.",
  response: z.object({ data: Storage }),
})
