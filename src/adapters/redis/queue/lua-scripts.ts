/** A script holds up everyone else: one call lets so many join, and stops behind so many bytes of them. */
const ADMITTED_AT_ONCE = 200
const ADMITTED_BYTES = 1_000_000
const PROMOTED_AT_ONCE = 500
/** Frozen: stands before the id of a task in the background. */
export const BACKGROUND_PREFIX = 'b:'

/**
 * The queue in Redis. Frozen: what stands behind `<prefix>:{queue}:`.
 *   task:<id>     hash: s state (line, later, dead, over), l lane, b body, u remembered until, d due at, n attempts, f failing since,
 *                 k key of the run that has it, t 1 once it has started, r reason, x died at
 *   lane:<lane>   list of ids, its head runs first; a task without a lane has one of its own
 *   arrivals      stream of tasks as they were sent, each of which joins the others by a script: i id, l lane, d delay, u remembered for, b body
 *   awake         lanes that hold tasks; whoever finds a lane empty takes it out, in the same script
 *   wakes         lanes that need a wake-up job
 *   news          holds an entry while tasks have arrived, or the next delayed one has changed, and nobody has looked
 *   due, later, active, dead   ids by the time they fall due, join their lane, started and died
 *   background, leases   ids of tasks in the background, which have no lane: by the time they fall due and, while they run, by the time
 *                 until which their process has them
 */
const KEY = `
  local function key(name) return KEYS[1] .. ':' .. name end`

/** At the door: all that is sent in one turn of the event loop is kept by one call. */
export const ARRIVE_SCRIPT = `${KEY}
  local stream = key('arrivals')
  if redis.call('EXISTS', stream) == 0 then redis.call('RPUSH', key('news'), '') end
  for n = 1, #ARGV, 5 do
    redis.call('XADD', stream, '*', 'i', ARGV[n], 'l', ARGV[n + 1], 'd', ARGV[n + 2], 'u', ARGV[n + 3], 'b', ARGV[n + 4])
  end
  return 1`

const PRELUDE = `${KEY}
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
      local due = kind == 'released' and known[2] or now + tonumber(delay)
      if kind == 'again' then
        redis.call('HDEL', task(id), 'k', 'f')
        redis.call('HSET', task(id), 'n', 0, 'd', due)
      else
        redis.call('HDEL', task(id), 'k')
        redis.call('HSET', task(id), 'd', due)
        if kind == 'failed' then redis.call('HSETNX', task(id), 'f', now) end
      end
      redis.call('ZADD', key(waiting), due, id)
    end
    return kind == 'done' or kind == 'dead'
  end
  local function promote(at)
    for _, id in ipairs(redis.call('ZRANGEBYSCORE', key('later'), '-inf', at, 'LIMIT', 0, ${PROMOTED_AT_ONCE})) do
      redis.call('ZREM', key('later'), id)
      local known = redis.call('HMGET', task(id), 'l', 'd')
      if known[1] then
        redis.call('HSET', task(id), 's', 'line')
        join(id, known[1], known[2])
      end
    end
  end`

/**
 * In the order in which they were sent, tasks join their lanes or wait for their time; here it shows whether an id is known. What falls
 * due joins its lane before anything that was sent after that moment. Answers whether more may have arrived.
 */
const ADMIT = `${PRELUDE}
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
    redis.call('HSET', task(id), 's', delay > 0 and 'later' or 'line', 'l', lane, 'b', body, 'd', due, 'u', sent + remember)
    if delay > 0 then redis.call('ZADD', key('later'), due, id) else join(id, lane, due) end
  end
  local function admit_all(limit)
    local stream, bytes, first = key('arrivals'), 0, next_due()
    local due, last = first, now
    while limit > 0 and bytes < ${ADMITTED_BYTES} do
      local gone = {}
      for _, entry in ipairs(redis.call('XRANGE', stream, '-', '+', 'COUNT', math.min(limit, 10))) do
        local sent, fields = math.min(string.match(entry[1], '%d+'), now), entry[2]
        while due <= sent do
          promote(sent)
          due = next_due()
        end
        local delay, body = tonumber(fields[6]), fields[10]
        admit(sent, fields[2], fields[4], delay, tonumber(fields[8]), body)
        if delay > 0 then due = math.min(due, sent + delay) end
        gone[#gone + 1] = entry[1]
        bytes = bytes + #body
        last = sent
      end
      if #gone == 0 then break end
      redis.call('XDEL', stream, unpack(gone))
      limit = limit - #gone
    end
    local more = redis.call('XLEN', stream) > 0
    if not more then redis.call('DEL', stream) end
    promote(more and last or now)
    if next_due() < first then redis.call('RPUSH', key('news'), '') end
    return more
  end`

/**
 * What has arrived and what is due joins its lane, as far as one call may go; whoever comes next goes on. Answers how long until the next
 * delayed task and the next one in the background, -1 if there is none.
 */
export const PROMOTE_SCRIPT = `${ADMIT}
  local more = admit_all(tonumber(ARGV[1]))
  redis.call('DEL', key('news'))
  if more then redis.call('RPUSH', key('news'), '') end
  return {wait_for(next_due()), wait_for(first('background'))}`

/**
 * Writes what became of the lane's last task, if this run still has it, and takes the next one. A lane is found empty and put
 * to sleep in one step: a task that arrives before is seen here, one that arrives after wakes it again.
 */
export const STEP_SCRIPT = `${PRELUDE}
  local lane, id, run, kind, delay, reason, nextRun = unpack(ARGV)
  local line = key('lane:' .. lane)
  if id ~= '' and settle(id, run, kind, delay, reason, 'active', 'due') then redis.call('LREM', line, 1, id) end
  while true do
    local head = redis.call('LINDEX', line, 0)
    if not head then
      redis.call('SREM', key('awake'), lane)
      return {'empty'}
    end
    if nextRun == '' then
      redis.call('RPUSH', key('wakes'), lane)
      return {'left'}
    end
    local known = redis.call('HMGET', task(head), 'b', 'd', 'n', 'f')
    if known[1] then
      local wait = tonumber(known[2]) - now
      if wait > 0 then return {'wait', wait} end
      redis.call('ZREM', key('due'), head)
      redis.call('ZADD', key('active'), now, head)
      return {'task', unpack(start(head, nextRun, known))}
    end
    redis.call('LPOP', line)
    redis.call('ZREM', key('due'), head)
  end`

/**
 * Takes at most so many tasks of the background under one key, for as long as a lease lasts; what a process that died had taken is due
 * again. Answers how long until the next one falls due too, -1 if there is none.
 */
export const TAKE_SCRIPT = `${PRELUDE}
  local limit, run, lease = tonumber(ARGV[1]), ARGV[2], tonumber(ARGV[3])
  for _, id in ipairs(redis.call('ZRANGEBYSCORE', key('leases'), '-inf', now, 'LIMIT', 0, limit)) do
    redis.call('ZREM', key('leases'), id)
    redis.call('HDEL', task(id), 'k')
    redis.call('ZADD', key('background'), redis.call('HGET', task(id), 'd') or 0, id)
  end
  local taken = {}
  for _, id in ipairs(redis.call('ZRANGEBYSCORE', key('background'), '-inf', now, 'LIMIT', 0, limit)) do
    redis.call('ZREM', key('background'), id)
    local known = redis.call('HMGET', task(id), 'b', 'd', 'n', 'f')
    if known[1] then
      redis.call('ZADD', key('leases'), now + lease, id)
      taken[#taken + 1] = start(id, run, known)
    end
  end
  return {taken, wait_for(math.min(first('background'), first('leases')))}`

/** Writes what became of tasks in the background, each if this run still has it. */
export const SETTLE_SCRIPT = `${PRELUDE}
  for n = 1, #ARGV, 5 do
    settle(ARGV[n], ARGV[n + 1], ARGV[n + 2], ARGV[n + 3], ARGV[n + 4], 'leases', 'background')
  end
  return 1`

/** Answers which of them, by number, this process has no more. */
export const EXTEND_SCRIPT = `${PRELUDE}
  local lost = {}
  for n = 2, #ARGV, 2 do
    if redis.call('HGET', task(ARGV[n]), 'k') == ARGV[n + 1] then
      redis.call('ZADD', key('leases'), 'XX', now + tonumber(ARGV[1]), ARGV[n])
    else
      lost[#lost + 1] = n / 2 - 1
    end
  end
  return lost`

/** Answers -1 while it may still stand among what has arrived. */
export const CANCEL_SCRIPT = `${ADMIT}
  if admit_all(${ADMITTED_AT_ONCE}) then return -1 end
  local id = ARGV[1]
  local known = redis.call('HMGET', task(id), 's', 't', 'l')
  if known[2] or (known[1] ~= 'line' and known[1] ~= 'later') then return 0 end
  redis.call('ZREM', key('later'), id)
  redis.call('ZREM', key('due'), id)
  redis.call('ZREM', key('background'), id)
  redis.call('LREM', key('lane:' .. known[3]), 1, id)
  over(id)
  return 1`

/** What was sent before goes before. */
export const RETRY_SCRIPT = `${ADMIT}
  admit_all(${ADMITTED_AT_ONCE})
  local id = ARGV[1]
  if redis.call('ZREM', key('dead'), id) == 0 then return 0 end
  redis.call('HSET', task(id), 's', 'line', 'n', 0, 'd', now)
  redis.call('HDEL', task(id), 'f', 'r')
  join(id, redis.call('HGET', task(id), 'l'), now)
  return 1`

export const DROP_SCRIPT = `${PRELUDE}
  if redis.call('ZREM', key('dead'), ARGV[1]) == 1 then over(ARGV[1]) end
  return 1`

/** The page after a letter that has left meanwhile is found by the time it died. */
export const LIST_DEAD_SCRIPT = `${PRELUDE}
  local after, limit = ARGV[1], tonumber(ARGV[2])
  local from = 0
  if after ~= '' then
    local rank = redis.call('ZREVRANK', key('dead'), after)
    if not rank then
      local died = redis.call('HGET', task(after), 'x')
      if not died or died == '' then return {} end
      redis.call('ZADD', key('dead'), died, after)
      rank = redis.call('ZREVRANK', key('dead'), after)
      redis.call('ZREM', key('dead'), after)
      from = rank
    else
      from = rank + 1
    end
  end
  local letters = {}
  for _, id in ipairs(redis.call('ZREVRANGE', key('dead'), from, from + limit - 1)) do
    local known = redis.call('HMGET', task(id), 'b', 'l', 'n', 'r', 'x')
    letters[#letters + 1] = {id, known[1] or '', known[2] or '', known[3] or '0', known[4] or '', known[5] or '0'}
  end
  return letters`

/** What arrived twice counts once when it has joined the others. */
export const STATS_SCRIPT = `${ADMIT}
  admit_all(${ADMITTED_AT_ONCE})
  local waiting, later, oldest = redis.call('XLEN', key('arrivals')), redis.call('ZCARD', key('later')), now
  for _, set in ipairs({'due', 'background'}) do
    local due = redis.call('ZCOUNT', key(set), '-inf', now)
    waiting = waiting + due
    later = later + redis.call('ZCARD', key(set)) - due
    oldest = math.min(oldest, first(set))
  end
  local front = redis.call('XRANGE', key('arrivals'), '-', '+', 'COUNT', 1)[1]
  if front then oldest = math.min(oldest, string.match(front[1], '%d+') + front[2][6]) end
  local active = redis.call('ZCARD', key('active')) + redis.call('ZCARD', key('leases'))
  return {waiting, active, later, redis.call('ZCARD', key('dead')), math.max(now - oldest, 0)}`
