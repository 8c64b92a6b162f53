package dev.larder.insight.dryrun;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.gateway.metrics.RuleScope;
import dev.larder.gateway.rule.KeySettings;
import dev.larder.gateway.rule.QueryKey;
import dev.larder.insight.proposal.RuleProposal;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A changed key in the words of a rule: lists are said whole, as they take the place of those before. */
class KeySettingsEditorTest {

    private static final RuleScope RULE = new RuleScope("route", "shop", "");

    private static KeySettings settings(QueryKey query) {
        return new KeySettings(
                true, query, List.of("x-tenant"), List.of("currency"), Optional.empty(), OptionalInt.empty());
    }

    private static String yaml(KeySettingsEditor key) {
        var draft = new RuleProposal(RULE);
        key.in(draft);
        return RuleProposal.yaml(List.of(draft), Set.of()).replaceFirst("(?s).*shop:\n", "");
    }

    @Test
    void unchangedSettingsProduceNoYaml() {
        assertThat(yaml(new KeySettingsEditor(settings(QueryKey.ALL)))).isEmpty();
    }

    @Test
    void addsKeyPartsToExistingOnes() {
        var key = new KeySettingsEditor(settings(QueryKey.ALL));
        key.add(new RequestTrait(RequestTrait.Kind.COOKIE, "session"));
        key.add(new RequestTrait(RequestTrait.Kind.HEADER, "accept-language"));
        key.add(new RequestTrait(RequestTrait.Kind.AUTHORIZATION, ""));
        assertThat(yaml(key)).isEqualTo("""
                              key.cookies: [currency, session]
                              key.headers: [x-tenant, accept-language]
                              key.user: principal
                        """);
    }

    @Test
    void removesUselessKeyParts() {
        var key = new KeySettingsEditor(settings(new QueryKey(List.of(), List.of("utm_*"), false)));
        key.leaveOut(new KeyPart(KeyPart.Kind.PARAMETER, "fbclid"));
        key.leaveOut(new KeyPart(KeyPart.Kind.COOKIE, "currency"));
        key.leaveOut(new KeyPart(KeyPart.Kind.HEADER, "x-tenant"));
        key.leaveOut(new KeyPart(KeyPart.Kind.HOST, ""));
        assertThat(yaml(key)).isEqualTo("""
                              key.cookies: []
                              key.headers: []
                              key.host: false
                              key.query.ignore: ["utm_*", fbclid]
                        """);
    }

    @Test
    void removesParameterFromKeepList() {
        var key = new KeySettingsEditor(settings(new QueryKey(List.of("page", "utm"), List.of(), false)));
        key.leaveOut(new KeyPart(KeyPart.Kind.PARAMETER, "utm"));
        assertThat(yaml(key)).isEqualTo("      key.query.keep: [page]\n");
    }

    @Test
    void removesPatternOfNeededParameterFromIgnoreList() {
        var key = new KeySettingsEditor(settings(new QueryKey(List.of(), List.of("utm_*", "x"), false)));
        key.add(new RequestTrait(RequestTrait.Kind.PARAMETER, "utm_page"));
        assertThat(yaml(key)).isEqualTo("      key.query.ignore: [x]\n");
    }

    @Test
    void addsNeededParameterToKeepList() {
        var key = new KeySettingsEditor(settings(new QueryKey(List.of("page"), List.of(), false)));
        key.add(new RequestTrait(RequestTrait.Kind.PARAMETER, "size"));
        assertThat(yaml(key)).isEqualTo("      key.query.keep: [page, size]\n");
    }

    @Test
    void quotesAmbiguousYamlWords() {
        var key = new KeySettingsEditor(KeySettings.PLAIN);
        key.add(new RequestTrait(RequestTrait.Kind.COOKIE, "no"));
        key.add(new RequestTrait(RequestTrait.Kind.COOKIE, "JSESSIONID"));
        assertThat(yaml(key)).isEqualTo("      key.cookies: [\"no\", \"JSESSIONID\"]\n");
    }
}
