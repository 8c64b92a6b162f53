package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.rule.ContentPools;
import dev.larder.gateway.rule.InvalidationSettings;
import dev.larder.gateway.rule.PathPatterns;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/** Rejects rules that cannot work, contradict themselves or contradict each other. */
final class RuleChecks {

    private static final Set<String> WITH_CONTENT = Set.of("QUERY", "POST");
    private static final Set<String> WITHOUT_CONTENT = Set.of("GET", "HEAD");
    private static final Set<Integer> NEVER_STORED = Set.of(206, 304, 412, 416, 428, 429, 431, 511);
    private static final DataSize MAX_CONTENT = DataSize.ofMegabytes(16);

    private final String property;
    private final RuleProperties rule;

    private RuleChecks(String name, RuleProperties rule) {
        this.property = "larder.rules." + name;
        this.rule = rule;
    }

    static void check(
            Map<String, RuleProperties> rules,
            LarderProperties properties,
            StoreProperties main,
            InvalidationProperties invalidation) {
        Map<String, LarderProperties.NamedStore> stores = properties.stores();
        rules.forEach((name, rule) -> {
            new RuleChecks(name, rule).alone(main, stores);
            new ResponseRuleChecks("larder.rules." + name, rule).check(invalidation.tagFields(), properties.forward());
        });
        together(rules);
        stores.forEach((name, store) -> used(name, store, rules));
    }

    /** Rejects two rules for exactly the same requests, because the choice would be arbitrary. */
    private static void together(Map<String, RuleProperties> rules) {
        Map<String, String> owners = new HashMap<>();
        rules.forEach((name, rule) -> {
            for (String method : new TreeSet<>(RuleFactory.methods(rule.requests()))) {
                rule.requests()
                        .paths()
                        .forEach(path ->
                                once(owners, method + ' ' + PathPatterns.withoutNames(path), name, ".paths", path));
            }
            rule.requests().routes().forEach(route -> once(owners, "route " + route, name, ".routes", route));
        });
    }

    private static void used(String name, LarderProperties.NamedStore store, Map<String, RuleProperties> rules) {
        PropertyChecks.that(
                rules.values().stream()
                        .anyMatch(rule -> name.equals(rule.storage().store())),
                "larder.stores." + name + ".max-size",
                store.maxSize(),
                "no rule names this store, so it would take memory and hold nothing",
                "larder.rules.<rule>.store=" + name);
    }

    private static void once(Map<String, String> owners, String what, String name, String list, String value) {
        String other = owners.putIfAbsent(what, name);
        PropertyChecks.that(
                other == null || other.equals(name),
                "larder.rules." + name + list,
                value,
                "larder.rules." + other + list + " says the same, so the two rules contradict each other",
                "larder.rules." + name + list + " without it");
    }

    private void alone(StoreProperties main, Map<String, LarderProperties.NamedStore> stores) {
        List<String> paths = rule.requests().paths();
        paths.forEach(this::checkPath);
        String pool = rule.invalidation().pool();
        if (pool != null) {
            checkPool(".pool", pool, paths);
        }
        rule.invalidation().coupledPools().forEach(coupled -> checkPool(".coupled-pools", coupled, paths));
        rule.invalidation().contentPools().forEach(this::checkContentPool);
        rule.invalidation().items().forEach(pattern -> PropertyChecks.glob(pattern, property + ".items", "sku-*"));
        lifetimes();
        statuses();
        methods();
        key();
        bypass();
        store(main, stores);
    }

    private void checkPath(String path) {
        PropertyChecks.that(path.startsWith("/"), property + ".paths", path, "a path begins with a slash", "/users/**");
        PathPatterns.fault(path).ifPresent(why -> {
            throw new InvalidPropertyException(property + ".paths", path, why, "/users/{id}/**");
        });
    }

    private void checkContentPool(String template) {
        PropertyChecks.that(
                ContentPools.Template.parse(template).isPresent(),
                property + ".content-pools",
                template,
                "it is no name of a pool with one JSON pointer in braces",
                "customer-{/customer/id}");
    }

    private void checkPool(String name, String template, List<String> paths) {
        PropertyChecks.that(!template.isBlank(), property + name, template, "a pool has a name", "users");
        Matcher variables = InvalidationSettings.VARIABLE.matcher(template);
        while (variables.find()) {
            String variable = variables.group(1);
            PropertyChecks.that(
                    !paths.isEmpty()
                            && paths.stream()
                                    .allMatch(
                                            path -> PathPatterns.variables(path).contains(variable)),
                    property + name,
                    template,
                    "not every path of the rule has a variable " + variable,
                    "a variable of all paths of the rule, as in /users/{id}/**");
        }
    }

    private void lifetimes() {
        RuleProperties.Freshness freshness = rule.freshness();
        lifetime(".ttl", freshness.ttl());
        lifetime(".stale-while-revalidate", freshness.staleWhileRevalidate());
        lifetime(".stale-if-error", freshness.staleIfError());
        lifetime(".max-error-ttl", freshness.maxErrorTtl());
        PropertyChecks.that(
                !freshness.ttlOverrides()
                        || freshness.ttl() != null
                        || !rule.response().typeTtl().isEmpty(),
                property + ".ttl-overrides",
                true,
                "the rule has no ttl that could override anything",
                "false, or add " + property + ".ttl=30s");
        validatedAlways("stale-while-revalidate", freshness.staleWhileRevalidate());
        validatedAlways("stale-if-error", freshness.staleIfError());
        double ahead = rule.response().refreshAhead();
        validatedAlways("refresh-ahead", ahead == 0 ? null : ahead);
    }

    private void validatedAlways(String name, @Nullable Object stale) {
        PropertyChecks.that(
                rule.freshness().revalidate() != RuleProperties.Revalidate.ALWAYS || stale == null,
                property + '.' + name,
                stale,
                "the rule says revalidate=always, so no response is served before it is validated",
                property + ".revalidate=ttl, or leave " + name + " out");
    }

    private void statuses() {
        Set<Integer> statuses = rule.storage().statuses();
        rule.freshness().statusTtl().forEach((status, ttl) -> {
            storable(".status-ttl", status);
            lifetime(".status-ttl." + status, ttl);
            PropertyChecks.that(
                    statuses.isEmpty() || statuses.contains(status),
                    property + ".status-ttl." + status,
                    ttl,
                    "the rule's statuses do not have " + status + ", so it could never apply",
                    property + ".statuses=200," + status);
        });
        statuses.forEach(status -> storable(".statuses", status));
    }

    private void storable(String name, int status) {
        PropertyChecks.that(
                status >= 200 && status <= 599 && !NEVER_STORED.contains(status),
                property + name,
                status,
                "no response with such a status code is stored by a rule",
                "a final status code such as 200 or 404");
    }

    private void methods() {
        Set<String> methods = RuleFactory.methods(rule.requests());
        for (String method : methods) {
            PropertyChecks.that(
                    WITHOUT_CONTENT.contains(method) || WITH_CONTENT.contains(method),
                    property + ".methods",
                    method,
                    "requests with this method are never answered from a store",
                    "GET, HEAD, QUERY, or POST where it changes nothing");
            PropertyChecks.that(
                    WITHOUT_CONTENT.contains(method) || rule.requests().key().content() != null,
                    property + ".methods",
                    method,
                    "its content must be part of the key, and the rule does not say up to which size",
                    property + ".key.content=64KB beside it");
        }
        DataSize content = rule.requests().key().content();
        if (content != null) {
            PropertyChecks.that(
                    methods.stream().anyMatch(WITH_CONTENT::contains),
                    property + ".key.content",
                    content,
                    "the rule's methods have no content, so it could never apply",
                    property + ".methods=QUERY beside it");
            PropertyChecks.that(
                    content.toBytes() > 0 && content.compareTo(MAX_CONTENT) <= 0,
                    property + ".key.content",
                    content,
                    "content that is part of a key is held in memory, between 1 byte and 16 MB",
                    "64KB");
        }
    }

    private void key() {
        RuleProperties.Key key = rule.requests().key();
        String user = key.user();
        PropertyChecks.that(
                user == null
                        || user.equals(RuleProperties.Key.NONE)
                        || user.equals(RuleProperties.Key.PRINCIPAL)
                        || isClaim(user),
                property + ".key.user",
                user,
                "it is none of principal, claim:NAME and none",
                "principal or claim:sub");
        PropertyChecks.that(
                key.query().keep().isEmpty() || key.query().ignore().isEmpty(),
                property + ".key.query.ignore",
                key.query().ignore(),
                "the rule also says key.query.keep, which ignores all others already",
                property + ".key.query.keep=page, and leave key.query.ignore out");
        key.headers().forEach(this::checkHeader);
        key.cookies().forEach(cookie -> PropertyChecks.token(cookie, property + ".key.cookies", "currency"));
    }

    private static boolean isClaim(String user) {
        String claim = RuleProperties.Key.CLAIM;
        return user.startsWith(claim)
                && !user.substring(claim.length()).isBlank()
                && user.equals(user.strip().replaceAll(":\\s+", ":"));
    }

    private void checkHeader(String header) {
        PropertyChecks.token(header, property + ".key.headers", "Accept-Language");
        String lower = header.toLowerCase(Locale.ROOT);
        PropertyChecks.that(
                !lower.equals("authorization") && !lower.equals("cookie"),
                property + ".key.headers",
                header,
                "credentials in a key would not make private responses storable",
                property + (lower.equals("cookie") ? ".key.cookies=currency" : ".key.user=principal"));
    }

    private void bypass() {
        RuleProperties.Bypass bypass = rule.requests().bypass();
        if (bypass.header() != null) {
            PropertyChecks.token(bypass.header(), property + ".bypass.header", "Bypass-Cache");
        }
        String parameter = bypass.parameter();
        if (parameter != null) {
            PropertyChecks.parameter(parameter, property + ".bypass.parameter", "refresh");
        }
    }

    private void store(StoreProperties main, Map<String, LarderProperties.NamedStore> stores) {
        String store = rule.storage().store();
        LarderProperties.NamedStore named = store == null ? null : stores.get(store);
        PropertyChecks.that(
                store == null || named != null,
                property + ".store",
                store,
                "there is no store of that name",
                "larder.stores." + store + ".max-size=64MB beside it");
        DataSize size = rule.storage().maxObjectSize();
        if (size != null) {
            PropertyChecks.objectSize(size, property + ".max-object-size");
            DataSize room = named == null ? main.maxSize() : named.maxSize();
            PropertyChecks.that(
                    size.compareTo(room) <= 0,
                    property + ".max-object-size",
                    size,
                    "its store has room for " + room,
                    "a value between 1 byte and " + room);
        }
    }

    private void lifetime(String name, @Nullable Duration value) {
        if (value != null) {
            PropertyChecks.lifetime(value, property + name);
        }
    }
}
