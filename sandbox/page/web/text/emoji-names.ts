/** The known short names; any other is shown as typed. */
const TABLE = `+1 👍|thumbsup 👍|-1 👎|thumbsdown 👎|eyes 👀|white_check_mark ✅|heavy_check_mark ✔️|ballot_box_with_check ☑️|x ❌|warning ⚠️|no_entry ⛔|no_entry_sign 🚫
question ❓|grey_question ❔|exclamation ❗|information_source ℹ️|hourglass ⌛|hourglass_flowing_sand ⏳|stopwatch ⏱️|alarm_clock ⏰|watch ⌚|calendar 📅|date 📅|double_vertical_bar ⏸️|pause_button ⏸️
black_square_for_stop ⏹️|stop_button ⏹️|arrow_forward ▶️|repeat 🔁|arrows_counterclockwise 🔄|rotating_light 🚨|bell 🔔|no_bell 🔕|mute 🔇|speech_balloon 💬|thought_balloon 💭
email ✉️|envelope ✉️|e-mail 📧|incoming_envelope 📨|envelope_with_arrow 📩|inbox_tray 📥|outbox_tray 📤|mailbox 📫|mailbox_with_mail 📬|package 📦|postbox 📮|file_cabinet 🗄️|file_folder 📁|open_file_folder 📂
paperclip 📎|pushpin 📌|round_pushpin 📍|link 🔗|lock 🔒|unlock 🔓|key 🔑|shield 🛡️|mag 🔍|bulb 💡|memo 📝|pencil 📝|pencil2 ✏️|page_facing_up 📄|bookmark 🔖|books 📚|book 📖|newspaper 📰|clipboard 📋|bar_chart 📊|chart_with_upwards_trend 📈|chart_with_downwards_trend 📉
rocket 🚀|fire 🔥|sparkles ✨|star ⭐|zap ⚡|boom 💥|tada 🎉|confetti_ball 🎊|trophy 🏆|gem 💎|moneybag 💰|gift 🎁|hammer 🔨|wrench 🔧|gear ⚙️|construction 🚧|robot_face 🤖|computer 💻|desktop_computer 🖥️|phone ☎️|iphone 📱|bug 🐛|ghost 👻|skull 💀|recycle ♻️
heart ❤️|broken_heart 💔|green_heart 💚|blue_heart 💙|yellow_heart 💛|purple_heart 💜|clap 👏|raised_hands 🙌|pray 🙏|wave 👋|ok_hand 👌|muscle 💪|point_up ☝️|point_right 👉|point_left 👈|point_down 👇|handshake 🤝|writing_hand ✍️|raising_hand 🙋|bow 🙇
smile 😄|grinning 😀|grin 😁|joy 😂|rofl 🤣|slightly_smiling_face 🙂|smiley 😃|wink 😉|blush 😊|heart_eyes 😍|sunglasses 😎|thinking_face 🤔|neutral_face 😐|confused 😕|worried 😟|cry 😢|sob 😭|scream 😱|sweat_smile 😅|sleeping 😴|partying_face 🥳|nerd_face 🤓|upside_down_face 🙃|facepalm 🤦|shrug 🤷
red_circle 🔴|large_blue_circle 🔵|large_green_circle 🟢|large_yellow_circle 🟡|large_orange_circle 🟠|white_circle ⚪|black_circle ⚫|small_blue_diamond 🔹|arrow_right ➡️|arrow_left ⬅️|arrow_up ⬆️|arrow_down ⬇️|heavy_plus_sign ➕|heavy_minus_sign ➖|100 💯|one 1️⃣|two 2️⃣|three 3️⃣
coffee ☕|pizza 🍕|cake 🍰|beer 🍺|sunny ☀️|cloud ☁️|rain_cloud 🌧️|snowflake ❄️|rainbow 🌈|earth_africa 🌍|earth_americas 🌎|earth_asia 🌏|house 🏠|office 🏢|hospital 🏥|bellhop_bell 🛎️|door 🚪|dog 🐶|cat 🐱|see_no_evil 🙈`

const EMOJI = new Map(
  TABLE.split(/[|\n]/).map((entry) => {
    const [name = '', char = ''] = entry.trim().split(' ')
    return [name, char] as const
  }),
)

/** Decodes `1f44d-1f3fb`, Slack's notation of code points. */
export const decodeEmoji = (codes: string): string =>
  codes
    .split('-')
    .map((code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .join('')

/** The emoji with this short name, whatever its skin tone. */
export const findEmoji = (name: string): string | undefined => EMOJI.get(name.replace(/::.*$/, ''))

/** Replaces the known `:names:` in a text with their emoji. */
export const replaceEmojiNames = (text: string): string =>
  text.replace(/:([a-z0-9_+'-]+)(?:::skin-tone-\d)?:/g, (whole, name: string) => EMOJI.get(name) ?? whole)
