package dev.larder.gateway.describe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.gateway.rule.CacheBypass;
import dev.larder.gateway.rule.KeySettings;
import dev.larder.gateway.rule.QueryKey;
import dev.larder.gateway.rule.RequestRule;
import dev.larder.gateway.rule.ResponseFieldRules;
import dev.larder.gateway.rule.RuleOptions;
import dev.larder.rfc9111.CachePolicy;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.RequestHead;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** A dry run and a trial name the obstacle that a live request would have. */
class DescribedTest {

    private static final RequestRule PLAIN = RequestRule.none(CachePolicy.DEFAULT, false);

    /** Tells users apart, and may be bypassed. */
    private static final RequestRule RULE = new RequestRule(
            "",
            PLAIN.paths(),
            PLAIN.routes(),
            PLAIN.invalidation(),
            PLAIN.policy(),
            new KeySettings(
                    true,
                    QueryKey.ALL,
                    List.of(),
                    List.of(),
                    Optional.of(new KeySettings.UserKey(Optional.empty())),
                    OptionalInt.empty()),
            new RuleOptions(
                    new CacheBypass(Optional.of("Bypass"), Optional.of("fresh")),
                    true,
                    OptionalLong.empty(),
                    Optional.empty(),
                    ResponseFieldRules.NONE,
                    false,
                    false),
            PLAIN.revision());

    @Test
    void reportsMissingUserBeforeBypass() {
        assertThat(watched("GET", true, "Bypass", "1")).contains(Reason.NO_PRINCIPAL);
        assertThat(live("GET", true, "Bypass", "1")).contains(Reason.NO_PRINCIPAL);
    }

    @Test
    void reportsBypassForLiveAndDryRunRequests() {
        assertThat(watched("GET", false, "Bypass", "1")).contains(Reason.BYPASS);
        assertThat(live("GET", false, "Bypass", "1")).contains(Reason.BYPASS);
        assertThat(watched("GET", false, "Bypass", "0")).isEmpty();
    }

    @Test
    void reportsContentAndUpgradeOnlyForDryRunRequests() {
        assertThat(watched("GET", false, "Upgrade", "websocket")).contains(Reason.UPGRADE);
        assertThat(live("GET", false, "Upgrade", "websocket")).isEmpty();
        assertThat(watched("GET", false, "Content-Length", "1")).contains(Reason.REQUEST_BODY);
        assertThat(live("GET", false, "Content-Length", "1")).isEmpty();
    }

    @Test
    void reportsMethodBeforeAllOtherObstacles() {
        assertThat(watched("POST", true, "Bypass", "1")).contains(Reason.METHOD);
        assertThat(live("POST", true, "Bypass", "1")).contains(Reason.METHOD);
    }

    private static Optional<Reason> watched(String method, boolean anonymous, String... fields) {
        return Described.obstacleOfWatched(head(method, fields), RULE, anonymous);
    }

    private static Optional<Reason> live(String method, boolean anonymous, String... fields) {
        RequestHead head = head(method, fields);
        return Described.obstacle(method, head.target(), head::fields, RULE, anonymous);
    }

    private static RequestHead head(String method, String... fields) {
        return new RequestHead(method, URI.create("http://origin.test/a"), HeaderFields.of(fields));
    }
}
