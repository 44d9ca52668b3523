/*
 * Apart from the schemas, because the processes that decode pictures would take twice as long to
 * start with them.
 */

/** Longest sides in pixels. Images are never enlarged: a small one is the same in several sizes. */
export const THUMBNAIL_SIDES = { xs: 120, sm: 240, lg: 960, xl: 1440 } as const
export const THUMBNAIL_SIZES = ['xs', 'sm', 'lg', 'xl'] as const

/** Sides in pixels: three times the largest size at which each is shown (APP-23), for dense screens. */
export const AVATAR_SIDES = { xs: 96, sm: 160, md: 320 } as const
export const AVATAR_SIZES = ['xs', 'sm', 'md'] as const
