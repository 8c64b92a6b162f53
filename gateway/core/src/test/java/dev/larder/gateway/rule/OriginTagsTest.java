package dev.larder.gateway.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.invalidation.CacheTags;
import dev.larder.invalidation.Couplings;
import dev.larder.invalidation.ResourcePath;
import dev.larder.invalidation.TaggedResource;
import dev.larder.rfc9111.CachePolicy;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.ResponseHead;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A tag of an origin is found in any spelling that a person reads so. */
class OriginTagsTest {

    private static final OriginTags TAGS = new OriginTags(List.of("Surrogate-Key", "Cache-Tag"));

    private static final RequestHead PUT =
            new RequestHead("PUT", URI.create("http://origin.test/items"), HeaderFields.EMPTY);

    private static final ResourceTags WRITTEN = new ResourceTags(
            TaggedResource.of(ResourcePath.of("/items")), RequestRule.none(CachePolicy.DEFAULT, false), Couplings.NONE);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "one two",
                "one,two",
                "\"one\" \"two\"",
                "\"one\", \"two\"",
                "\"one two\"",
                "\"one,two\"",
                "'one', 'two'",
                "[\"one\",\"two\"]",
                "(one two)",
                "one;two",
                "\"one\";x=1, two",
                "\"one two"
            })
    void readsTagNamesInAnyListSyntax(String line) {
        for (String field : TAGS.fields()) {
            HeaderFields fields = HeaderFields.of(field, line);
            assertThat(TAGS.ofResponse(fields)).contains(CacheTags.named("one"), CacheTags.named("two"));
            assertThat(TAGS.ofWrite(PUT, WRITTEN, List.of(), new ResponseHead(200, fields)))
                    .contains(CacheTags.named("one"), CacheTags.named("two"));
        }
    }

    @Test
    void comparesOnlyCacheTagNamesIgnoringCase() {
        HeaderFields stored = HeaderFields.of("Cache-Tag", "Product-5");
        HeaderFields written = HeaderFields.of("cache-tag", "PRODUCT-5");
        assertThat(TAGS.ofResponse(stored))
                .containsAnyElementsOf(TAGS.ofWrite(PUT, WRITTEN, List.of(), new ResponseHead(200, written)));
        HeaderFields keys = HeaderFields.of("Surrogate-Key", "PRODUCT-6");
        assertThat(TAGS.ofResponse(keys)).containsExactly(CacheTags.named("PRODUCT-6"));
    }

    @Test
    void alsoKeepsTagNamesAsWritten() {
        assertThat(TAGS.ofResponse(HeaderFields.of("Surrogate-Key", "\"a b\" c;d")))
                .contains(CacheTags.named("a b"), CacheTags.named("\"a"), CacheTags.named("c;d"));
        assertThat(TAGS.ofResponse(HeaderFields.of("Surrogate-Key", "product/5,page:home")))
                .containsExactlyInAnyOrder(CacheTags.named("product/5"), CacheTags.named("page:home"));
    }
}
