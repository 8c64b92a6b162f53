package dev.larder.gateway.autoconfigure;

import dev.larder.rfc9111.CachePolicy;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Rejects what a rule says of responses if it cannot work. */
final class ResponseRuleChecks {

    private static final Pattern MEDIA_RANGE =
            Pattern.compile("[!#$%&'+.^_`|~0-9A-Za-z-]+/(\\*|[!#$%&'+.^_`|~0-9A-Za-z-]+)");
    private static final Set<String> NEVER_STRIPPED = Set.of(
            "age",
            "cache-control",
            "cache-group-invalidation",
            "cache-groups",
            "cache-tag",
            "cdn-cache-control",
            "connection",
            "content-encoding",
            "content-length",
            "content-range",
            "content-type",
            "date",
            "expires",
            "pragma",
            "surrogate-control",
            "surrogate-key",
            "trailer",
            "transfer-encoding",
            "vary");

    private final String property;
    private final RuleProperties rule;

    ResponseRuleChecks(String property, RuleProperties rule) {
        this.property = property;
        this.rule = rule;
    }

    /** @param tagFields the response fields in which origins name tags */
    void check(List<String> tagFields, ForwardSetting forward) {
        fields();
        tagged(tagFields);
        rule.response().typeTtl().forEach(this::type);
        refreshAhead();
        earlyHints(forward);
    }

    private void fields() {
        rule.response().strip().forEach(name -> {
            PropertyChecks.token(name, property + ".strip", "X-Debug");
            PropertyChecks.that(
                    !NEVER_STRIPPED.contains(name.toLowerCase(Locale.ROOT)),
                    property + ".strip",
                    name,
                    "it says what the content is, who may get it, how long, or what invalidates it",
                    "X-Debug; for Vary, " + property + ".vary; for lifetimes, " + property + ".ttl");
        });
        if (rule.response().vary() != null) {
            PropertyChecks.that(
                    !rule.response().vary().isEmpty(),
                    property + ".vary",
                    "",
                    "all requests would get one response, whatever the origin says",
                    "Accept-Encoding");
            rule.response().vary().forEach(name -> PropertyChecks.token(name, property + ".vary", "Accept-Encoding"));
        }
    }

    private void tagged(List<String> tagFields) {
        rule.response()
                .strip()
                .forEach(field -> PropertyChecks.that(
                        tagFields.stream().noneMatch(field::equalsIgnoreCase),
                        property + ".strip",
                        field,
                        "larder.invalidation.tag-fields has it, so its tags would be lost",
                        "larder.invalidation.tag-fields without it, or leave it out"));
    }

    private void type(String type, Duration lifetime) {
        PropertyChecks.that(
                MEDIA_RANGE.matcher(type).matches(),
                property + ".type-ttl",
                type,
                "it is no media type",
                property + ".type-ttl[text/html]=30s, or [image/*]");
        PropertyChecks.that(
                type.equals(type.toLowerCase(Locale.ROOT)),
                property + ".type-ttl",
                type,
                "media types are compared in lower case",
                property + ".type-ttl[" + type.toLowerCase(Locale.ROOT) + "]");
        PropertyChecks.lifetime(lifetime, property + ".type-ttl[" + type + "]");
    }

    private void refreshAhead() {
        double share = rule.response().refreshAhead();
        PropertyChecks.that(
                share >= 0 && share <= CachePolicy.StalenessPolicy.MAX_REFRESH_AHEAD,
                property + ".refresh-ahead",
                share,
                "it is a share of the freshness lifetime, at most " + CachePolicy.StalenessPolicy.MAX_REFRESH_AHEAD,
                "0.1");
    }

    private void earlyHints(ForwardSetting forward) {
        boolean on = rule.response().earlyHints();
        PropertyChecks.that(
                !on || rule.freshness().revalidate() != RuleProperties.Revalidate.ALWAYS,
                property + ".early-hints",
                on,
                "the rule says revalidate=always, so the origin decides first who may see the page",
                property + ".revalidate=ttl, or leave early-hints out");
        PropertyChecks.that(
                !on || rule.response().strip().stream().noneMatch("Link"::equalsIgnoreCase),
                property + ".early-hints",
                on,
                "the rule strips Link, so there is nothing to send",
                property + ".strip without Link, or leave early-hints out");
        PropertyChecks.that(
                !on || forward.isNative(),
                property + ".early-hints",
                on,
                "requests are left to their routes, where no interim response can be sent",
                "larder.forward=native, or leave early-hints out");
    }
}
