package dev.larder.entitytags;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.entitytags.EntityTagsFilterFixture.Asking;
import dev.larder.gateway.rule.RuleSet;
import dev.larder.invalidation.Couplings;
import dev.larder.rfc9111.CachePolicy;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** When the service is asked, and what the client gets, for one request after the other. */
class EntityTagsFilterTest {

    private static final String PATH = "/users/3";

    private final RuleSet rules =
            new RuleSet(List.of(), CachePolicy.DEFAULT, new Couplings(Map.of("users", Set.of("skills"))));
    private final EntityTagsFilterFixture rig = new EntityTagsFilterFixture(EntityTagsFilterFixture.LIMITS, rules);

    @Test
    void answersUnchangedResponseWith304WithoutContactingOrigin() {
        String tag = learn(PATH);
        Asking again = rig.ask("GET", PATH, "If-None-Match", tag);
        assertThat(again.call()).isEmpty();
        assertThat(again.status()).isEqualTo(304);
        assertThat(again.field("ETag")).isEqualTo(tag);
    }

    @Test
    void response304RepeatsHeadersOf200() {
        Asking first = rig.ask("GET", PATH)
                .ok("content", "Cache-Control", "max-age=0", "Vary", "Accept", "Content-Location", "/users/me");
        Asking again = rig.ask("GET", PATH, "If-None-Match", first.field("ETag"));
        assertThat(again.call()).isEmpty();
        assertThat(again.field("Cache-Control")).isEqualTo("max-age=0");
        assertThat(again.field("Vary")).isEqualTo("Accept");
        assertThat(again.field("Content-Location")).isEqualTo("/users/me");
        assertThat(again.field("Date")).isNotEmpty();
        assertThat(again.field("Content-Length")).isEmpty();
    }

    @Test
    void forwardsEveryRequestWhileCacheIsSwitchedOff() {
        String tag = learn(PATH);
        rules.pass(true);
        Asking off = rig.ask("GET", PATH, "If-None-Match", tag).ok("content");
        assertThat(off.status()).isEqualTo(200);
        assertThat(off.field("ETag")).isEmpty();
        rules.pass(false);
        assertThat(rig.ask("GET", PATH, "If-None-Match", tag).call()).isEmpty();
    }

    @Test
    void writeWhileCacheIsSwitchedOffInvalidatesTags() {
        String tag = learn(PATH);
        rules.pass(true);
        rig.ask("PUT", PATH).status(204);
        rules.pass(false);
        assertThat(rig.ask("GET", PATH, "If-None-Match", tag).call()).isPresent();
    }

    /** RFC 9110 7.6.1: what Connection names is not for the client, but says what the service meant. */
    @ParameterizedTest
    @CsvSource({"Cache-Control, private", "Cache-Control, no-store", "Vary, *", "Set-Cookie, a=b"})
    void respectsRestrictionsNamedInConnectionField(String name, String value) {
        Asking first = rig.ask("GET", PATH).ok("content", name, value, "Connection", name);
        assertThat(first.field(name)).isEmpty();
        assertThat(first.field("Connection")).isEmpty();
        assertThat(rig.ask("GET", PATH, "If-None-Match", first.field("ETag")).call())
                .isPresent();
    }

    @Test
    void forwardsRequestWithoutCondition() {
        learn(PATH);
        assertThat(rig.ask("GET", PATH).ok("content").content()).isEqualTo("content");
    }

    @ParameterizedTest
    @ValueSource(strings = {"W/%s", "\"other\", %s", "*"})
    void ifNoneMatchComparesWeaklyAndStarMatchesAnyTag(String condition) {
        String tag = learn(PATH);
        assertThat(rig.ask("GET", PATH, "If-None-Match", String.format(condition, tag))
                        .status())
                .isEqualTo(304);
    }

    @Test
    void forwardsRequestWithAnotherTag() {
        learn(PATH);
        Asking other = rig.ask("GET", PATH, "If-None-Match", "\"other\"").ok("content");
        assertThat(other.status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "PATCH", "DELETE", "FROBNICATE"})
    void writeInvalidatesTagsOfItsPool(String method) {
        String tag = learn(PATH);
        rig.ask(method, "/users").status(201);
        Asking after = rig.ask("GET", PATH, "If-None-Match", tag).ok("changed");
        assertThat(after.status()).isEqualTo(200);
        assertThat(after.content()).isEqualTo("changed");
    }

    @Test
    void writeInvalidatesTagsOfCoupledPool() {
        String tag = learn("/skills/7");
        rig.ask("PUT", PATH).status(204);
        assertThat(rig.ask("GET", "/skills/7", "If-None-Match", tag).call()).isPresent();
    }

    @Test
    void writeToAnotherPoolKeepsTags() {
        String tag = learn(PATH);
        rig.ask("PUT", "/skills/7").status(204);
        assertThat(rig.ask("GET", PATH, "If-None-Match", tag).status()).isEqualTo(304);
    }

    @Test
    void rejectedWriteKeepsTags() {
        String tag = learn(PATH);
        rig.ask("PUT", PATH).status(409);
        assertThat(rig.ask("GET", PATH, "If-None-Match", tag).call()).isEmpty();
    }

    @Test
    void writeInvalidatesTagsOfSurrogateKeysItNames() {
        String tag =
                rig.ask("GET", "/paths/1").ok("content", "Surrogate-Key", "k").field("ETag");
        rig.ask("PUT", PATH).status(204, "Surrogate-Key", "k");
        assertThat(rig.ask("GET", "/paths/1", "If-None-Match", tag).call()).isPresent();
    }

    @Test
    void sendsUnchangedBodyAs304AfterWrite() {
        String tag = learn(PATH);
        rig.ask("PUT", PATH).status(204);
        Asking after = rig.ask("GET", PATH, "If-None-Match", tag).ok("content");
        assertThat(after.status()).isEqualTo(304);
        assertThat(after.field("ETag")).isEqualTo(tag);
        assertThat(rig.ask("GET", PATH, "If-None-Match", tag).call()).isEmpty();
    }

    @Test
    void forwardsRequestsAndKeepsNoTagDuringWrite() {
        String tag = learn(PATH);
        Asking write = rig.ask("PUT", PATH);
        Asking during = rig.ask("GET", PATH, "If-None-Match", tag).ok("content");
        assertThat(during.status()).isEqualTo(304);
        write.status(204);
        assertThat(rig.ask("GET", PATH, "If-None-Match", tag).call()).isPresent();
    }

    @Test
    void responseRequestedBeforeWriteLeavesNoTag() {
        Asking before = rig.ask("GET", PATH);
        rig.ask("PUT", PATH).status(204);
        before.ok("content");
        assertThat(before.status()).isEqualTo(200);
        assertThat(rig.ask("GET", PATH, "If-None-Match", before.field("ETag")).call())
                .isPresent();
    }

    @Test
    void failedWriteInvalidatesTags() {
        String tag = learn(PATH);
        Asking write = rig.ask("PUT", PATH);
        write.call().orElseThrow().fail(new IOException("reset"));
        assertThat(rig.ask("GET", PATH, "If-None-Match", tag).call()).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Authorization", "Cookie"})
    void forwardsRequestsWithCredentials(String field) {
        Asking first = rig.ask("GET", PATH, field, "alice").ok("content");
        Asking again = rig.ask("GET", PATH, field, "alice", "If-None-Match", first.field("ETag"));
        assertThat(again.call()).isPresent();
        assertThat(again.ok("content").status()).isEqualTo(304);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Authorization", "Cookie"})
    void publicResponseIsAnswered304OnlyForSameCredentials(String field) {
        Asking first = rig.ask("GET", PATH, field, "alice").ok("content", "Cache-Control", "public");
        String tag = first.field("ETag");
        assertThat(rig.ask("GET", PATH, field, "alice", "If-None-Match", tag).call())
                .isEmpty();
        assertThat(rig.ask("GET", PATH, field, "bob", "If-None-Match", tag).call())
                .isPresent();
        assertThat(rig.ask("GET", PATH, "If-None-Match", tag).call()).isPresent();
    }

    @Test
    void tagAppliesOnlyToRequestsWithSameVaryValues() {
        String english = rig.ask("GET", PATH, "Accept-Language", "en")
                .ok("house", "Vary", "Accept-Language")
                .field("ETag");
        String german = rig.ask("GET", PATH, "Accept-Language", "de")
                .ok("Haus", "Vary", "Accept-Language")
                .field("ETag");
        assertThat(german).isNotEqualTo(english);
        assertThat(rig.ask("GET", PATH, "Accept-Language", "en", "If-None-Match", english)
                        .call())
                .isEmpty();
        assertThat(rig.ask("GET", PATH, "Accept-Language", "de", "If-None-Match", german)
                        .call())
                .isEmpty();
        assertThat(rig.ask("GET", PATH, "Accept-Language", "de", "If-None-Match", english)
                        .call())
                .isPresent();
        assertThat(rig.ask("GET", PATH, "If-None-Match", english).call()).isPresent();
    }

    @ParameterizedTest
    @CsvSource({
        "Cache-Control, no-store",
        "Cache-Control, private",
        "Set-Cookie, a=b",
        "Vary, *",
        "Age, 0",
        "ETag, W/\"1\"",
        "ETag, garbage"
    })
    void keepsNoTagOfUnsuitableResponses(String field, String value) {
        Asking first = rig.ask("GET", PATH).ok("content", field, value);
        assertThat(rig.ask("GET", PATH, "If-None-Match", first.field("ETag")).call())
                .isPresent();
        assertThat(rig.ask("GET", PATH, "If-None-Match", "*").call()).isPresent();
    }

    @Test
    void keepsNoTagForNoStoreRequests() {
        String tag =
                rig.ask("GET", PATH, "Cache-Control", "no-store").ok("content").field("ETag");
        assertThat(rig.ask("GET", PATH, "If-None-Match", tag).call()).isPresent();
    }

    @Test
    void forwardsNoCacheRequests() {
        String tag = learn(PATH);
        Asking reload = rig.ask("GET", PATH, "If-None-Match", tag, "Cache-Control", "no-cache");
        assertThat(reload.call()).isPresent();
    }

    @Test
    void keepsTagOfOriginUnchangedAndUsesIt() {
        Asking first = rig.ask("GET", PATH).ok("content", "ETag", "\"own\"");
        assertThat(first.field("ETag")).isEqualTo("\"own\"");
        Asking again = rig.ask("GET", PATH, "If-None-Match", "\"own\"");
        assertThat(again.call()).isEmpty();
        assertThat(again.field("ETag")).isEqualTo("\"own\"");
    }

    @Test
    void answers304IfOriginIgnoresMatchingCondition() {
        Asking changed = rig.ask("GET", PATH, "If-None-Match", "W/\"own\"").ok("content", "ETag", "W/\"own\"");
        assertThat(changed.status()).isEqualTo(304);
        assertThat(changed.content()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {201, 203, 204, 404, 500})
    void addsTagOnlyToStatus200(int status) {
        Asking answer = rig.ask("GET", PATH, "If-None-Match", "*").status(status);
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.field("ETag")).isEmpty();
    }

    @Test
    void answersHeadByTagOfGet() {
        String tag = learn(PATH);
        assertThat(rig.ask("HEAD", PATH, "If-None-Match", tag).call()).isEmpty();
        Asking head = rig.ask("HEAD", PATH).status(200, "Content-Length", "7");
        assertThat(head.field("ETag")).isEqualTo(tag);
        assertThat(head.field("Content-Length")).isEqualTo("7");
    }

    @Test
    void addsNoTagToHeadWithoutEarlierGet() {
        assertThat(rig.ask("HEAD", PATH).status(200).field("ETag")).isEmpty();
    }

    @Test
    void dropsIfModifiedSinceFromRequestsWithIfNoneMatch() {
        Asking first = rig.ask("GET", PATH, "If-None-Match", "\"x\"", "If-Modified-Since", "now");
        assertThat(first.call().orElseThrow().fields().contains("If-Modified-Since"))
                .isFalse();
        Asking byTime = rig.ask("GET", PATH, "If-Modified-Since", "now");
        assertThat(byTime.call().orElseThrow().fields().contains("If-Modified-Since"))
                .isTrue();
    }

    @Test
    void forwardsRangesAndOtherConditionsUnchanged() {
        String tag = learn(PATH);
        for (String[] fields : List.of(
                new String[] {"Range", "bytes=0-1"},
                new String[] {"If-Match", tag},
                new String[] {"If-Unmodified-Since", "now"},
                new String[] {"Range", "bytes=0-1", "If-Range", "\"own\""})) {
            Asking asking = rig.ask("GET", PATH, fields);
            assertThat(asking.call().orElseThrow().fields().contains(fields[0])).isTrue();
        }
    }

    @Test
    void dropsRangeOfRequestWhoseIfRangeHasComputedTag() {
        String tag = learn(PATH);
        Asking asking = rig.ask("GET", PATH, "Range", "bytes=0-1", "If-Range", tag);
        assertThat(asking.call().orElseThrow().fields().contains("Range")).isFalse();
        assertThat(asking.ok("content").content()).isEqualTo("content");
    }

    @Test
    void addsTagToEmptyBody() {
        Asking empty = rig.ask("GET", PATH).ok("");
        assertThat(empty.field("Content-Length")).isEqualTo("0");
        assertThat(rig.ask("GET", PATH, "If-None-Match", empty.field("ETag")).status())
                .isEqualTo(304);
    }

    @Test
    void passesTooLargeBodyWithoutTag() {
        String large = "x".repeat((int) EntityTagsFilterFixture.LIMITS.maxBody() + 1);
        Asking asking = rig.ask("GET", PATH).ok(large);
        assertThat(asking.field("ETag")).isEmpty();
        assertThat(asking.content()).isEqualTo(large);
    }

    private String learn(String path) {
        String tag = rig.ask("GET", path).ok("content").field("ETag");
        assertThat(tag).matches("\"sha256-[0-9a-f]{32}\"");
        return tag;
    }
}
