package dev.larder.entitytags;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.CacheKey;
import dev.larder.rfc9111.EntityTag;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.ResponseHead;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tags and keys tell apart what differs, and nothing else. */
class EntityTagCalculatorTest {

    @Test
    void computedTagIsStrongAndRecognizable() {
        EntityTag tag = tag(json(), "{}");
        assertThat(tag.isWeak()).isFalse();
        assertThat(EntityTagCalculator.isOne(tag)).isTrue();
        assertThat(EntityTagCalculator.isOne(new EntityTag(false, "1"))).isFalse();
    }

    @Test
    void tagIgnoresChunkingAndUnrelatedHeaders() {
        EntityTag tag = tag(json(), "content");
        assertThat(tag(json(), "con", "", "tent")).isEqualTo(tag);
        assertThat(tag(HeaderFields.of("Content-Type", "application/json", "Date", "now", "X", "y"), "content"))
                .isEqualTo(tag);
    }

    @Test
    void tagDependsOnContentTypeCodingAndLanguage() {
        List<EntityTag> tags =
                new ArrayList<>(List.of(tag(json(), "a"), tag(json(), "b"), tag(HeaderFields.EMPTY, "a")));
        tags.add(tag(HeaderFields.of("Content-Type", "text/plain"), "a"));
        tags.add(tag(HeaderFields.of("Content-Encoding", "application/json"), "a"));
        tags.add(tag(HeaderFields.of("Content-Language", "application/json"), "a"));
        assertThat(new HashSet<>(tags)).hasSameSizeAs(tags);
    }

    @Test
    void keysDistinguishUsersWithoutContainingSecrets() {
        Set<EntityTagKey> keys = new HashSet<>();
        keys.add(key());
        keys.add(key("Authorization", "secret"));
        keys.add(key("Cookie", "secret"));
        keys.add(key("Authorization", "sec", "Cookie", "ret"));
        keys.add(key("Cookie", "sec", "Cookie", "ret"));
        keys.add(key("Cookie", ""));
        keys.add(key("X-Api-Key", "secret"));
        keys.add(key("X-Api-Key", "other"));
        assertThat(keys).hasSize(8).noneMatch(key -> key.toString().contains("secret"));
        assertThat(key("authorization", "secret")).isEqualTo(key("Authorization", "secret"));
        assertThat(key("User-Agent", "a", "X-Request-Id", "1", "Accept", "b", "Cache-Control", "c"))
                .isEqualTo(key());
    }

    /** Proxies put users and tokens into fields that begin as those do that describe a request. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "X-Forwarded-User",
                "X-Forwarded-Email",
                "X-Forwarded-Groups",
                "X-Forwarded-Preferred-Username",
                "X-Forwarded-Access-Token",
                "X-Forwarded-Client-Cert",
                "Sec-User",
                "Sec-Token-Binding",
                "Sec-Fetch-Account",
                "Sec-CH-Account",
                "X-B3-User",
                "X-Datadog-User"
            })
    void keysDistinguishUsersByFieldsWithWellKnownPrefixes(String field) {
        assertThat(key(field, "alice")).isNotEqualTo(key()).isNotEqualTo(key(field, "bob"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X-Forwarded-For",
                "X-Forwarded-Host",
                "X-Forwarded-Proto",
                "X-Forwarded-Prefix",
                "Sec-Fetch-Site",
                "Sec-CH-UA",
                "Sec-GPC",
                "X-B3-TraceId",
                "x-datadog-parent-id"
            })
    void keysIgnoreFieldsThatDescribeRequest(String field) {
        assertThat(key(field, "1")).isEqualTo(key());
    }

    private static HeaderFields json() {
        return HeaderFields.of("Content-Type", "application/json");
    }

    private static EntityTag tag(HeaderFields fields, String... pieces) {
        List<byte[]> content = List.of(pieces).stream()
                .map(piece -> piece.getBytes(StandardCharsets.UTF_8))
                .toList();
        return EntityTagCalculator.of(new ResponseHead(200, fields), content);
    }

    private static EntityTagKey key(String... fields) {
        return EntityTagKey.of(CacheKey.of("/x"), HeaderFields.of(fields));
    }
}
