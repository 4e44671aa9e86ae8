import { CLOCK_JUMP_MS } from '../../../core/clock.ts'

/** A script blocks Redis for everybody, so one call admits at most this many tasks and about this many bytes. */
export const ADMITTED_AT_ONCE = 200
const ADMITTED_BYTES = 1_000_000
const PROMOTED_AT_ONCE = 500
/** How long the lock on a lane outlives the process that holds it. */
export const LOCK_MS = 8_000
/** About how many due times one call corrects. */
const CORRECTED_AT_ONCE = 500
/**
 * Frozen: the prefixes of lane names. A task without a lane has a lane for itself, named after its id; a background task has none, and
 * its name only marks it.
 */
export const LANE_PREFIX = 'l:'
export const SINGLE_PREFIX = 'i:'
export const BACKGROUND_PREFIX = 'b:'

/**
 * The queue in Redis. Frozen: every key below `<prefix>:{queue}:`.
 *   task:<id>     hash: s state (line, later, dead, over), l lane, b body, u remembered until, d due at, w waits since,
 *                 n attempts, f failing since, k key of the run that has the task, t 1 once it has started, r reason, x died at
 *   lane:<lane>   list of ids; its head runs first
 *   arrivals      stream of bulk tasks, until a script admits them: i id, l lane, u remembered for, b body
 *   awake         set of lanes that hold tasks; the script that finds a lane empty removes it
 *   wakes         list of lanes that need a wake-up job
 *   news          has an entry while tasks have arrived, or the next delayed task has changed, and nobody has looked
 *   clock         hash: t the latest time a script saw; after the clock was set back also s the set whose due times are being corrected
 *                 and c where that continues
 *   due, later, active, dead   ids by the time they fall due, enter their lane, started and died
 *   background, leases   ids of background tasks, which have no lane: by the time they fall due and, while they run, by the end of
 *                 their process's lease
 */
export const KEY_LUA = `
  local function key(name) return KEYS[1] .. ':' .. name end`

export const PRELUDE_LUA = `${KEY_LUA}
  local function task(id) return key('task:' .. id) end
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local function wake(lane)
    if redis.call('SADD', key('awake'), lane) == 1 then redis.call('RPUSH', key('wakes'), lane) end
  end
  local function is_background(lane) return string.sub(lane, 1, ${BACKGROUND_PREFIX.length}) == '${BACKGROUND_PREFIX}' end
  local function join(id, lane, due)
    if is_background(lane) then
      redis.call('ZADD', key('background'), due, id)
      return
    end
    redis.call('RPUSH', key('lane:' .. lane), id)
    redis.call('ZADD', key('due'), due, id)
    wake(lane)
  end
  local function over(id)
    local known = redis.call('HMGET', task(id), 'u', 'x')
    redis.call('DEL', task(id))
    if tonumber(known[1] or '0') > now then
      redis.call('HSET', task(id), 's', 'over', 'x', known[2] or '')
      redis.call('PEXPIREAT', task(id), known[1])
    end
  end
  local function first(set)
    return tonumber(redis.call('ZRANGE', key(set), 0, 0, 'WITHSCORES')[2]) or math.huge
  end
  local function next_due() return first('later') end
  local function wait_for(due) return due < math.huge and math.max(due - now, 0) or -1 end
  -- A wait that began in the future proves that the clock was set back: the whole wait begins now.
  local function correct(set, id, due)
    if due <= now then return due end
    local latest = now + due - (redis.call('HGET', task(id), 'w') or now)
    if due <= latest then return due end
    redis.call('HSET', task(id), 'd', latest, 'w', now)
    redis.call('ZADD', key(set), 'XX', latest, id)
    return latest
  end
  local function start(id, run, known)
    local attempt = tonumber(known[3] or '0') + 1
    redis.call('HSET', task(id), 'k', run, 't', 1, 'n', attempt)
    return {id, known[1], attempt, known[4] or ''}
  end
  local function settle(id, run, kind, delay, reason, running, waiting)
    local known = redis.call('HMGET', task(id), 'k', 'd')
    if known[1] ~= run then return false end
    redis.call('ZREM', key(running), id)
    if kind == 'done' then
      over(id)
    elseif kind == 'dead' then
      redis.call('HDEL', task(id), 'k')
      redis.call('HSET', task(id), 's', 'dead', 'r', reason, 'x', now)
      redis.call('ZADD', key('dead'), now, id)
    else
      -- A released task was due when it was taken, whatever the clock says now.
      local due = kind == 'released' and math.min(known[2], now) or now + tonumber(delay)
      redis.call('HDEL', task(id), 'k')
      redis.call('HSET', task(id), 'd', due, 'w', now)
      if kind == 'again' then
        redis.call('HDEL', task(id), 'f')
        redis.call('HSET', task(id), 'n', 0)
      end
      if kind == 'failed' then redis.call('HSETNX', task(id), 'f', now) end
      redis.call('ZADD', key(waiting), due, id)
    end
    return kind == 'done' or kind == 'dead'
  end
  local function promote(at)
    for _, id in ipairs(redis.call('ZRANGEBYSCORE', key('later'), '-inf', at, 'LIMIT', 0, ${PROMOTED_AT_ONCE})) do
      redis.call('ZREM', key('later'), id)
      local known = redis.call('HMGET', task(id), 'l', 'd')
      if known[1] then
        redis.call('HSET', task(id), 's', 'line', 'w', known[2])
        join(id, known[1], known[2])
      end
    end
  end`

/**
 * Admits tasks in the order in which they were sent: they enter their lanes or wait for their time. Whether an id is known is only
 * looked up here. A delayed task that is due enters its lane before anything that was sent after that moment, except bulk tasks.
 * `admit_all` returns whether more tasks may have arrived, and how many were admitted.
 */
export const ADMIT_LUA = `${PRELUDE_LUA}
  local function admit(sent, id, lane, delay, remember, body)
    local known = redis.call('HMGET', task(id), 's', 'l', 'u')
    if known[1] then
      if known[1] == 'line' and not is_background(known[2]) then
        redis.call('SADD', key('awake'), known[2])
        redis.call('RPUSH', key('wakes'), known[2])
      end
      if known[1] ~= 'dead' or tonumber(known[3]) > sent then return end
      redis.call('ZREM', key('dead'), id)
      redis.call('DEL', task(id))
    end
    local due = sent + delay
    redis.call('HSET', task(id), 's', delay > 0 and 'later' or 'line', 'l', lane, 'b', body, 'd', due, 'w', sent,
      'u', sent + remember)
    if delay > 0 then redis.call('ZADD', key('later'), due, id) else join(id, lane, due) end
  end
  local function admit_all(limit)
    local stream, bytes, count, first = key('arrivals'), 0, 0, next_due()
    local due = first
    while limit > 0 and bytes < ${ADMITTED_BYTES} do
      local gone = {}
      for _, entry in ipairs(redis.call('XRANGE', stream, '-', '+', 'COUNT', math.min(limit, 10))) do
        local sent, fields = math.min(string.match(entry[1], '%d+'), now), entry[2]
        while due <= sent do
          promote(sent)
          due = next_due()
        end
        local body = fields[8]
        admit(sent, fields[2], fields[4], 0, tonumber(fields[6]), body)
        gone[#gone + 1] = entry[1]
        bytes = bytes + #body
      end
      if #gone == 0 then break end
      redis.call('XDEL', stream, unpack(gone))
      limit = limit - #gone
      count = count + #gone
    end
    local more = redis.call('XLEN', stream) > 0
    if not more then redis.call('DEL', stream) end
    promote(now)
    if next_due() < first then redis.call('RPUSH', key('news'), '') end
    return more, count
  end`

/**
 * Notices that the clock was set back since any process last looked, however long ago, and corrects due times a page at a time.
 * `correct_page` returns whether there are more pages, and whether this was the last one. Lanes correct their heads themselves.
 */
export const CORRECT_LUA = `
  local function correct_page()
    local clock, sets = key('clock'), {'later', 'background'}
    local known = redis.call('HMGET', clock, 't', 's', 'c')
    local last, at, cursor = tonumber(known[1] or '0'), tonumber(known[2] or '0'), known[3] or '0'
    if math.abs(now - last) > 1000 then redis.call('HSET', clock, 't', now) end
    if last > now + ${CLOCK_JUMP_MS} then
      at, cursor = 1, '0'
      -- These keys expire, too, and keep the searches for forgotten lanes from running twice: ours and BullMQ's.
      redis.call('DEL', key('sweep'), key('wakeups:stalled-check'))
      -- So do the locks on lanes: that of a killed process would hold its lane until the clock has caught up.
      for _, job in ipairs(redis.call('LRANGE', key('wakeups:active'), 0, -1)) do
        local lock = key('wakeups:' .. job .. ':lock')
        if redis.call('PTTL', lock) > ${LOCK_MS} then redis.call('PEXPIRE', lock, ${LOCK_MS}) end
      end
    end
    if at == 0 then return false, false end
    local page = redis.call('ZSCAN', key(sets[at]), cursor, 'COUNT', ${CORRECTED_AT_ONCE})
    for n = 1, #page[2], 2 do correct(sets[at], page[2][n], tonumber(page[2][n + 1])) end
    cursor = page[1]
    if cursor == '0' then at = at + 1 end
    if at > #sets then
      redis.call('HDEL', clock, 's', 'c')
      return false, true
    end
    redis.call('HSET', clock, 's', at, 'c', cursor)
    return true, false
  end`
