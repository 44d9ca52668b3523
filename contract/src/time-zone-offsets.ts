/** ACC-30: the offsets from UTC that can be chosen, in hours. */
export const TIME_ZONE_OFFSETS = [
  -12, -11, -10, -9, -8, -7, -6, -5, -4, -3.5, -3, -2, -1, 0, 1, 2, 3, 3.5, 4, 4.5, 5, 5.5, 5.75, 6,
  7, 8, 9, 9.5, 10, 11, 12,
] as const
