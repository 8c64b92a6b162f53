package dev.larder.rfc9111;

import static dev.larder.rfc9111.EngineFixtures.POLICY;
import static dev.larder.rfc9111.EngineFixtures.after;
import static dev.larder.rfc9111.EngineFixtures.get;
import static dev.larder.rfc9111.EngineFixtures.ok;
import static dev.larder.rfc9111.EngineFixtures.stored;
import static dev.larder.rfc9111.EngineObligation.Level.MAY;
import static dev.larder.rfc9111.EngineObligation.Level.MUST;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ResponseVariantsTest {

    @Test
    @EngineObligation(
            section = "4.1",
            level = MAY,
            value = "several variants are kept; a newer one takes the place of its like")
    void newerVariantReplacesOneWithSameVaryKey() {
        StoredResponse one = variant("1");
        StoredResponse two = variant("2");
        StoredResponse again = variant("1");

        assertThat(ResponseVariants.of(one)
                        .with(two, POLICY)
                        .with(again, POLICY)
                        .responses())
                .containsExactly(again, two);
    }

    @Test
    @EngineObligation(section = "4.1", level = MUST, value = "the number of variants is bounded; the oldest goes")
    void keepsMostRecentVariantsUpToMaximum() {
        ResponseVariants set = ResponseVariants.of(variant("first"));
        for (int i = 0; i < 100; i++) {
            set = set.with(variant("v" + i), POLICY);
        }

        assertThat(set.responses()).hasSize(32);
        assertThat(set.responses().get(0).varyKey()).containsEntry("foo", "v99");
        assertThat(set.with(variant("x"), POLICY.withMaxVariants(1)).responses())
                .hasSize(1);
    }

    @Test
    @EngineObligation(section = "4", level = MUST, value = "what is taken out is no longer there")
    void withoutRemovesOnlyGivenVariant() {
        StoredResponse one = variant("1");
        StoredResponse two = variant("2");

        assertThat(ResponseVariants.of(one).without(one)).isEmpty();
        assertThat(ResponseVariants.of(one).without(two).orElseThrow().responses())
                .containsExactly(one);
        assertThat(ResponseVariants.of(one)
                        .with(two, POLICY)
                        .without(two)
                        .orElseThrow()
                        .responses())
                .containsExactly(one);
    }

    @Test
    @EngineObligation(section = "4", level = MUST, value = "weight and life of a set are those of its members")
    void weightIsSumAndLifetimeIsLongestOfVariants() {
        StoredResponse brief = variant("1");
        StoredResponse longer = stored(get("Foo", "2"), ok("Cache-Control", "max-age=100", "Vary", "Foo"));
        ResponseVariants set = ResponseVariants.of(brief).with(longer, POLICY);

        assertThat(set.weight()).isEqualTo(brief.weight() + longer.weight());
        assertThat(set.dropAfter(POLICY)).isEqualTo(longer.dropAfter(POLICY)).isAfter(after(100));
    }

    private static StoredResponse variant(String foo) {
        return stored(get("Foo", foo), ok("Cache-Control", "max-age=10", "Vary", "Foo"));
    }
}
