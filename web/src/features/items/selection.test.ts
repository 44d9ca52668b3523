import { describe, expect, test } from 'vitest'
import {
  addToSelection,
  clear,
  countOf,
  cursorStart,
  emptySelection,
  isSelected,
  locate,
  type Rows,
  rangeTo,
  type Selection,
  selectAll,
  selectOnly,
  selectRange,
  stepFrom,
  toggle,
  without,
} from './selection.ts'

/** Rows named by letters; a dot is a row that is not loaded. */
function rowsOf(letters: string): Rows {
  const ids = [...letters]
  return {
    total: ids.length,
    idAt: index => (ids[index] === '.' ? undefined : ids[index]),
    indexOf: id => ids.indexOf(id),
  }
}

const abc = rowsOf('abcdefgh')
const selected = ({ ids }: Selection) => [...ids].sort().join('')

function shiftClick(selection: Selection, rows: Rows, index: number): Selection {
  const { from, to } = rangeTo(selection, rows, index)
  const ids = Array.from({ length: to - from + 1 }, (_, step) => rows.idAt(from + step) ?? '')
  return selectRange(selection, rows, index, ids)
}

describe('the mouse', () => {
  test('a click selects only that item', () => {
    const selection = selectOnly(abc, 2)
    expect(selected(selectOnly(abc, 4))).toBe('e')
    expect(selected(selection)).toBe('c')
    expect(selection.cursor).toEqual({ id: 'c', index: 2 })
  })

  test('Ctrl adds and removes items', () => {
    const two = toggle(selectOnly(abc, 1), abc, 3)
    expect(selected(two)).toBe('bd')
    expect(selected(toggle(two, abc, 1))).toBe('d')
  })

  test('Shift selects a range from the same anchor in both directions', () => {
    const start = selectOnly(abc, 3)
    const down = shiftClick(start, abc, 5)
    expect(selected(down)).toBe('def')
    expect(selected(shiftClick(down, abc, 1))).toBe('bcd')
  })

  test('Shift extends from the last Ctrl click', () => {
    expect(selected(shiftClick(toggle(selectOnly(abc, 0), abc, 4), abc, 6))).toBe('efg')
  })

  test('Shift without an anchor selects only that item', () => {
    expect(selected(shiftClick(emptySelection, abc, 4))).toBe('e')
  })

  test("a row that is not loaded can't be toggled", () => {
    const rows = rowsOf('a.c')
    expect(toggle(emptySelection, rows, 1)).toBe(emptySelection)
    expect(selected(selectOnly(rows, 1))).toBe('')
  })
})

describe('select all', () => {
  const all = selectAll(selectOnly(rowsOf('ab....'), 0))

  test('includes items that are not loaded', () => {
    expect(countOf(all, 6)).toBe(6)
    expect(isSelected(all, 'never seen')).toBe(true)
  })

  test('excludes items that are removed from it', () => {
    const fewer = toggle(all, rowsOf('ab....'), 1)
    expect(isSelected(fewer, 'b')).toBe(false)
    expect(isSelected(fewer, 'a')).toBe(true)
    expect(countOf(fewer, 6)).toBe(5)
  })

  test('Esc clears it and keeps the cursor', () => {
    const cleared = clear(all)
    expect(countOf(cleared, 6)).toBe(0)
    expect(cleared.cursor).toEqual({ id: 'a', index: 0 })
  })
})

describe('a list that changes', () => {
  test('keeps the selection', () => {
    const selection = selectOnly(abc, 2)
    expect(isSelected(selection, 'c')).toBe(true)
    expect(locate(selection.cursor, rowsOf('xyabcdefgh'))).toBe(4)
  })

  test('keeps the cursor at the position of a removed item', () => {
    expect(locate({ id: 'c', index: 2 }, rowsOf('abdefgh'))).toBe(2)
    expect(locate({ id: 'h', index: 7 }, rowsOf('abc'))).toBe(2)
    expect(locate({ id: 'a', index: 0 }, rowsOf(''))).toBeNull()
  })

  test('removed items are no longer selected', () => {
    expect(selected(without(toggle(selectOnly(abc, 1), abc, 2), new Set(['b'])))).toBe('c')
  })

  test('a range starts at the new position of its anchor', () => {
    expect(rangeTo(selectOnly(abc, 1), rowsOf('xxabcdefgh'), 6)).toEqual({ from: 3, to: 6 })
  })
})

describe('the keyboard', () => {
  const cursorAt = (index: number) => selectOnly(abc, index)

  test('the first key moves to the first row, End to the last', () => {
    expect(stepFrom(emptySelection, abc, 'down', 1)).toBe(0)
    expect(stepFrom(emptySelection, abc, 'last', 1)).toBe(7)
    expect(stepFrom(emptySelection, rowsOf(''), 'down', 1)).toBeNull()
  })

  test('arrows move row by row and stop at the ends', () => {
    expect(stepFrom(cursorAt(3), abc, 'down', 1)).toBe(4)
    expect(stepFrom(cursorAt(0), abc, 'up', 1)).toBe(0)
    expect(stepFrom(cursorAt(7), abc, 'down', 1)).toBe(7)
    expect(stepFrom(cursorAt(3), abc, 'right', 1)).toBe(3)
  })

  test('in a grid, arrows move by rows and columns', () => {
    expect(stepFrom(cursorAt(1), abc, 'down', 3)).toBe(4)
    expect(stepFrom(cursorAt(4), abc, 'left', 3)).toBe(3)
    expect(stepFrom(cursorAt(6), abc, 'down', 3)).toBe(6)
  })

  test('page keys stop at the first and last row', () => {
    expect(stepFrom(cursorAt(1), abc, 'page-down', 1)).toBe(7)
    expect(stepFrom(cursorAt(5), abc, 'page-up', 1)).toBe(0)
    expect(stepFrom(cursorAt(5), abc, 'first', 1)).toBe(0)
  })
})

describe('a marquee', () => {
  test('adds the rows it covers to the selection', () => {
    expect(selected(addToSelection(emptySelection, ['b', 'c']))).toBe('bc')
    expect(selected(addToSelection(toggle(selectOnly(abc, 0), abc, 4), ['b', 'e']))).toBe('abe')
  })

  test('includes excluded items again', () => {
    const some = toggle(toggle(selectAll(emptySelection), abc, 1), abc, 2)
    const after = addToSelection(some, ['b', 'd'])
    expect(['b', 'c', 'd'].map(id => isSelected(after, id))).toEqual([true, false, true])
  })

  test('leaves the cursor where it ended', () => {
    expect(cursorStart(emptySelection, abc, 3).cursor).toEqual({ id: 'd', index: 3 })
  })
})
