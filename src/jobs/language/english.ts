import type { LanguageWords } from './word-lists.ts'

/** English. Other languages fall back on its words for work, documentation and software, which people mix into every language. */
export const englishWords: LanguageWords = {
  filler: `a an the this that these those of in on at to for from with without by about into onto over under between within across
    and or nor but so if then than as while because since until before after during per via is are was were be been being am has have
    had do does did done will would shall should can could may might must it its they them their he she his her him there here some any each every all both
    either other others another same such too also very just only even still yet again more most less least much many few lot lots own
    out up down off away back s t re ve ll d m don doesn didn isn aren wasn won wouldn couldn shouldn us via etc like`,
  work: `add write document fix updat* explain translat* describ* create creating remov* delet* renam* move moving rewrit* replac* correct mention
    clarif* split merg* expand shorten simplif* improv* insert includ* generat* draft proofread* reword* rephras* restructur* reorgani* link
    list summari* outline publish bump migrat* convert adjust revis* refresh* polish tidy clean cover extend complete prepare provide make put
    change chang* edit compar* define illustrat* highlight sort deprecat* mark swap drop crosslink format* reformat* align standardi*
    locali* port sync* restore revert unify unif* consolidat* deduplicat* archive embed annotat* tag introduc* investigat* verif* audit review
    cut trim adding writing documenting fixing explaining editing mentioning covering moving show flesh refactor turn
    combine redo rework touch_up clean_up set_up reflect address record capture state specif* point_out call_out look_into find_out double_check
    double-check walk_through say warn note reference redirect group order number rearrang* relabel undocument* backfill`,
  request: `take_care_of go_ahead do_this do_it do_that handle_this handle_it make_it_so please pls plz need needs needed needing want wants would_like d_like should must lack lacks lacking missing misses worth could_use
    deserves there_is_no there_s_no there_are_no isn_t_any have_no has_no nothing_about nothing_on not_documented`,
  polite: `can_you could_you would_you will_you can_u could_u can_someone could_someone could_we can_we would_it_be_possible would_you_mind is_there_any_chance any_chance it_would_be_good it_d_be_good it_would_be_nice it_would_help`,
  docs: `page pages guide guides guidebook tutorial* quickstart* quick_start readme* changelog* handbook manual section* chapter* heading* headline*
    paragraph* sentence* wording snippet* example* sample* screenshot* diagram* glossary faq faqs appendix sidebar navbar toc footnote*
    table_of_contents breadcrumb* footer hyperlink* link links anchor* typo* spelling grammar article* walkthrough* how_to howto cheatsheet
    cheat_sheet runbook* playbook* onboarding overview introduction intro getting_started release_notes knowledge_base help_center
    help_centre landing_page title titles table tables column columns code_block* codeblock* callout* admonition* docstring* openapi swagger
    markdown reference topic topics subsection* caption* alt_text docsite doc_site wiki`,
  generic: `doc docs documentation`,
  topic: `codes api apis endpoint* webhook* inbox* sdk* cli auth* oauth login sign_in signup token* key keys rate limit* quota* retry retries schedule
    billing invoic* price prices pricing plan plans subscription* payment* refund* checkout customer* user users admin* role roles permission*
    account* tenant* workspace* team_settings setting settings config* setup install* upgrad* deploy* release* version* migration* integration*
    plugin* extension* connector* import* export* csv json yaml xml sql database* schema* query queries table field fields parameter* param
    params option options flag flags header headers payload* response* request_body status_code* error* exception* timeout* cache* caching log
    logs logging metric* monitor* alert* dashboard* report_builder feature* beta command* script* function* method* class module* package*
    library libraries framework server* client* proxy domain* dns ssl tls certificate* encrypt* security privacy compliance gdpr hipaa sso
    saml mfa two_factor password_reset notification* template* attachment* upload* download* sync syncing backup* restore storage bucket* queue* event
    events job jobs task_queue thread_api pod pods message_format mailbox* spam pagination filter* sort_order search search_box sandbox
    environment* variable* secret* docker kubernetes helm terraform python javascript typescript java golang ruby php node react curl rest
    graphql grpc websocket* idempoten* concurrenc* throughput latency architecture workflow* pipeline* policy policies terms sla
    deprecation onboarding mobile_app android ios desktop_app browser* locale* language* currency currencies timezone* data dataset* model models`,
  defect: `launched shipped released rolled_out introduced went_live outdated out_of_date broken wrong incorrect stale obsolete misleading confusing unclear ambiguous inconsistent inaccurate
    incomplete misspelled misspelt mistake mistakes error_in dead_link dead_links 404s no_longer not_explained never_explain* does_not_mention
    doesn_t_mention don_t_mention does_not_say doesn_t_say doesn_t_exist does_not_exist don_t_exist doesn_t_match does_not_match don_t_match
    hard_to_find can_t_find cannot_find nobody_finds hard_to_follow hard_to_understand undocumented duplicate duplicated contradict*
    still_says still_mention* still_show* still_refer* still_point* renamed deprecated changed_to we_now now_support* needs_to_be moved_to
    mismatch* truncated garbled unreadable says_that gap gaps keep_asking keeps_asking get_stuck leads_to points_to goes_to gives_a is_gone`,
  thanks: `thanks thank thank_you thank_you_* thx ty tysm tyvm cheers appreciate* much_appreciated grateful ta`,
  praise: `thanks_for thank_you_for thanks_to great_job good_job nice_job great_work good_work nice_work well_done looks_good look_good
    looks_great look_great looks_nice looks_fantastic looks_amazing love_the love_this love_it i_love we_love love_how is_great are_great is_awesome
    is_amazing are_amazing is_cool is_fantastic is_perfect so_good so_cool so_helpful very_helpful super_helpful was_helpful good_point good_bot bad_bot nice_one
    you_rock you_re_the_best you_are_the_best you_re_awesome best_bot impressive so_much_better way_better huge_fan worked_like_a_charm saved_me saved_my`,
  greeting: `hi hello hey heya hiya yo howdy greetings good_morning good_afternoon good_evening good_day morning evening gm welcome hallo hola
    hello_there hi_there hey_there sup wassup what_s_up whats_up g_day happy_monday happy_friday`,
  talk: `that_s_all that_is_all good_one no_rush take_your_time ok okay k kk okey cool nice great awesome sweet perfect excellent brilliant wonderful fantastic amazing wow whoa yay hooray woohoo
    yes yeah yep yup no nope nah sure maybe perhaps right alright all_right fine understood noted got_it gotcha roger copy_that makes_sense sounds_good
    sounds_great sounds_fine will_do on_it lol lmao rofl haha* hehe* hihi heh hah omg wtf btw fyi brb afk gtg imo idk tbh np smh ikr nvm
    never_mind nevermind no_worries no_problem no_thanks you_re_welcome my_pleasure don_t_worry forget_it sorry my_bad oops ooops whoops
    ouch ugh meh hmm* mmm uh um umm er eh ah aha oh ooh huh bye goodbye good_night goodnight see_you see_ya cya later ttyl take_care
    have_a_good have_a_great have_a_nice congrats congratulations happy_birthday test testing tests just_testing test_test hello_world foo
    bar baz blah bla lorem ipsum asdf* qwer* zxcv* hjkl* ping pong anyone anybody everyone everybody guys folks y_all yall somebody all_good
    how_are_you how_s_it_going how_is_it_going how_you_doing how_have_you_been how_do_you_do what_s_new what_s_going_on what_s_happening
    how_was how_s_your how_is_your how_s_everyone nice_to_meet pleased_to_meet long_time_no_see good_luck break_a_leg fingers_crossed
    let_me_know let_us_know i_see i_know i_agree agreed exactly indeed true totally absolutely definitely of_course true_that same_here
    me_too me_neither not_yet not_now not_sure dunno who_knows whatever anyway anyways by_the_way just_kidding jk kidding
    just_checking just_curious just_wondering just_saying just_playing just_trying just_looking trying_this_out trying_out checking_in playing_around
    ignore_this ignore_me ignore_that ignore_my wrong_channel wrong_chat wrong_window wrong_person wrong_thread wrong_button wrong_command hold_on hang_on one_moment one_sec one_second just_a_sec just_a_minute wait
    give_me_a give_me_five first_time new_here tell_me_a joke jokes funny hilarious bored boring tired sleepy weird crazy insane
    what_a stop cancel undo abort shut_up go_away help help_me help_out need_help come_on come_back who_wants does_anyone is_anyone is_anybody anyone_else guess_what speaking_of right_back
    on_my_way heading_out logging_off signing_off running_late be_late back_soon back_in be_right_back talk_soon talk_later talk_to_you chat_later catch_you catch_up
    quick_question have_a_question got_a_question question_for_you ask_you_something ask_a_question no_idea no_clue any_news any_update any_updates any_progress you_there still_there
    are_we_done is_this_thing what_is_this what_s_this what_does_this does_this_work is_this_on what_was_that what_just_happened what_happened how_does_this how_does_it_work
    how_do_i_use how_can_i_use how_do_we_use how_to_use_this how_to_use_you where_do_i_start how_do_i_start how_to_start how_do_i_get_started what_now what_next now_what can_i_ask may_i_ask am_i_doing what_time what_day
    what_are_the_commands list_of_commands check_this_out check_it_out look_at_this have_a_look_at_this have_you_seen did_you_see did_anyone who_is who_s who_are who_made who_built who_else why_not
    it_works it_worked that_works that_worked works_for_me works_now not_working it_s_not_working doesn_t_work nothing_happened nothing_works all_set all_done i_m_done i_am_done never_mind_that`,
  social: `lunch dinner breakfast coffee tea beer beers drinks pizza snack* food cake donut* restaurant weekend holiday* vacation weather rain raining
    rainy sunny snow snowing hot_today cold_today birthday party friday monday tuesday wednesday thursday saturday sunday tomorrow today tonight
    yesterday this_morning this_afternoon this_evening night meeting meetings standup stand_up call_at zoom_call calendar office commute traffic train bus flight car bike dog
    cat cats dogs kid kids baby wife husband mom dad mother father family friend friends game games football soccer match_last movie movies film show_last_night song
    music concert book_club gym sick ill headache doctor dentist sleep asleep tired happy sad angry excited glad hungry thirsty laptop keyboard mouse
    monitor_at headset wifi printer parking desk chair kitchen fridge elevator raise salary boss interview resign* christmas easter halloween
    new_year sister brother neighbour neighbor trip travel beach home_office wfh remote_today life world meaning_of_life love hate miss_you
    pretty cute beautiful gorgeous smart clever stupid dumb useless human robot alive feelings feel feeling dream old are_you_real joke story poem song`,
  app: `you your yours yourself u ur bellhop bot chatbot assistant ai gpt chatgpt claude siri alexa this_app this_bot this_thing this_tool this_channel`,
  own: `let_me i_ll i_will i_m_going i_am_going i_m_gonna i_am i_m i_ve i_have_been i_was i_did i_already i_just i_got i_went i_think i_guess i_hope i_wish i_feel
    i_thought i_forgot i_lost i_can t_i should_i can_i could_i may_i shall_i do_i am_i did_i shall_we are_we`,
  person: `i me my mine myself we our ours let_s lets`,
  question: `what which who whom whose when where why how what_s who_s where_s how_s`,
  addressed: `are_you were_you do_you did_you have_you don_t_you aren_t_you will_you_be is_bellhop does_bellhop can_bellhop is_this does_this would_you_say are_u do_u can_i_trust
    how_do_you how_can_you how_did_you how_are_you how_come_you how_would_you how_much_do how_long_do how_long_does how_long_will how_fast how_many_can how_often_do how_well how_smart how_old
    what_do_you what_can_you what_are_you what_did_you what_else what_have_you what_will_you what_would_you what_should_i what_can_i what_could_you what_kind_of what_sort_of what_languages what_model
    who_do_you who_are_you who_made_you where_do_you where_are_you where_did_you when_do_you when_will_you when_are_you when_did_you why_do_you why_did_you why_are_you why_can_t_you why_don_t_you
    which_pages_can which_repos_can which_files_can which_languages_do which_model which_llm can_anyone can_anybody can_everyone can_others can_more_than can_several who_can who_else_can who_pays who_sees
    is_it_possible is_there_a_way is_there_a_limit how_much_does_this how_much_does_it how_expensive do_i_have_to do_i_need_to do_we_have_to am_i_allowed what_happens_if what_happens_when
    do_jobs does_a_job can_i_stop can_i_cancel can_i_see can_i_undo how_do_i_stop how_do_i_cancel how_do_i_undo how_can_i_see how_do_i_see how_do_i_talk how_do_i_make_you how_do_i_ask how_does_one my_jobs my_job my_last_job my_quota`,
  vague: `two three four five six seven eight nine ten thing things something anything nothing everything stuff someone one ones way ways bit kind sort time times day days minute minutes hour hours week weeks month
    months year years moment sec second seconds good better best bad worse new now soon ever never always often usually well really actually basically pretty quite
    know think see look looks looking go going gone get gets getting got give take come say tell talk speak hear listen read understand remember believe
    mean means meant use used try trying tried work works working help helping ask asks asked answer wait keep let start started run stop do doing done people person code images image videos
    pictures pull_request pull_requests pr prs pdfs files other_languages next last first left idea ideas question questions today happen happens happening much long kind bored able possible`,
}
