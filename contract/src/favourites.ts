import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Changed } from './items.ts'
import { Id } from './resource.ts'

/** Limited because favourites are part of the user response and the navigation panel. */
export const MAX_FAVOURITES = 500

const ids = z.array(Id).min(1).max(MAX_FAVOURITES)

export const addFavourites = endpoint({
  method: 'POST',
  path: '/api/favourites',
  access: 'user',
  summary: "Adds items to the caller's favourites; all or none.",
  body: z.object({ ids }),
  response: Changed,
  status: 201,
})

export const removeFavourites = endpoint({
  method: 'DELETE',
  path: '/api/favourites',
  access: 'user',
  summary: "Removes items from the caller's favourites.",
  body: z.object({ ids }),
  response: Changed,
})

export const removeFavourite = endpoint({
  method: 'DELETE',
  path: '/api/favourites/:id',
  access: 'user',
  summary: "Removes one item from the caller's favourites.",
  params: z.object({ id: Id }),
  response: Changed,
})
