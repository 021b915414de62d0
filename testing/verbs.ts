/** First words of functions' names: `find`, `list` and `count` read the database, `fetch` and `ask` call a shop, `to`, `compute` and `build` have no effect. */
export const VERBS: ReadonlySet<string> = new Set(
  `analyze resend forgive capitalize mail diff forecast diagnose relaunch recreate catch embed prolong postpone preview refit renumber sink stagger
  abandon abort accept acknowledge acquire act adapt add adjust admit advance advertise aggregate agree allow announce answer append apply
  approve archive arrange arm ask assert assign attach attempt authenticate authorize await back backfill batch begin bind block book bracket break bring build
  bundle buy bypass cache calculate call cancel cap capture carry cast chain change charge check choose chunk claim clamp classify clean clear clip clone close
  collapse collect combine commit compact compare compile complete compose compress compute concatenate confirm connect consume contain continue convert copy
  correct count cover create cut deactivate debounce decide declare decline decode decompress decorate decrease decrypt deduct deduplicate defer define delay
  delete deliver deny derive describe deserialize detach detect determine disable discard disconnect discover dispatch display dispose distribute divide do
  download drain draw drop dump emit empty enable encode encrypt end enforce enqueue ensure enter enumerate erase escape establish estimate evaluate evict exchange
  exclude execute exist exit expand expect expire explain export expose express extend extract fail fall fetch file fill filter find finish fit fix flag flatten flip flush focus
  fold follow forbid force forget form format forward freeze fuse gather generate get give go grant group grow guard halt handle hash head hide highlight hit hold
  identify ignore import include increase increment index infer inform inherit initialize insert inspect install intern interpret intersect introduce invalidate
  invite invoke issue iterate join keep know label launch lead learn lease leave let lift limit link list listen load locate lock log look lower make map mark
  mask match measure merge migrate mint mirror miss modify mount move multiply must name narrow need negotiate normalize note notify number obey observe obtain offer omit
  open order outlive overlap override overwrite pace pack pad page paint pair parse partition pass patch pause pay peek perform permit persist pick ping place plan play plug poll pop post
  prefer prefix prepare present preserve press prevent price print probe process produce promise promote propose protect prove provide prune publish pull purge push put qualify queue quote
  raise rank rate reach read rebuild recall receive recognize reconnect record recover redact redirect reduce refer refill refresh refund refuse register reject
  relate relax release reload relocate remain remember remind remove rename render renew reopen repair repeat replace replay reply report represent request require reread rescue reschedule
  reserve reset resolve respond rest restart restore restrict resume retain retire retry return reuse revalidate reveal reverse revert review revoke rewrite roll rotate
  round route run sanitize save say scale scan schedule scope score scrape seal search seed select send separate serialize serve set settle shard share shift ship shorten show shrink shut
  sign signal simplify simulate skip sleep slice snapshot sort spawn specify spell spend split spread stamp start state stay stem step stop store stream strip subscribe
  substitute subtract succeed suggest sum summarize supply support suspend swap switch sync synchronize tag take terminate test throw tidy tie time toggle tokenize touch trace track
  transfer transform translate traverse treat trigger trim truncate trust try turn type unbind understand undo unescape unfold unify uninstall unlink unlock unpack unpair
  unquote unregister unseal unset unsubscribe unwrap update upgrade upload uppercase upsert use validate verify visit wait wake walk want warn watch weigh widen withdraw withhold wrap write yield`
    .split(/\s+/)
    .filter(Boolean),
);

/** Words that begin a question, a conversion or a function that returns a function, and methods that a language or a library names. */
export const LEADS: ReadonlySet<string> = new Set(
  'is are has have had was were can may should will does to from with without on then dispose next main constructor'.split(
    ' ',
  ),
);
