package dev.larder.acceptance.entitytags;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.OperatorClient;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.UniquePath;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an operator purges, because it has changed past the gateway, is not confirmed by the tag that it had. */
class EntityTagsPurgeTest {

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.with(builder -> OperatorClient.admitted(builder)
            .property("larder.actuate.write-enabled", true)
            .route("EntityTags"));

    private final String path = UniquePath.next();

    @ParameterizedTest
    @CsvSource({
        "url, http://a.test{path}",
        "tag, Tag{name}",
        "tag, tag{name}",
        "prefix, {path}",
        "pattern, {path}",
        "pool, {pool}"
    })
    void tagOfPurgedResponseIsNotConfirmed(String kind, String value) {
        String name = path.replace('/', '-');
        STAGE.origin().on(path, ResponseScript.ok("old", "Surrogate-Key", "Tag" + name, "Cache-Tag", "tag" + name));
        String tag = STAGE.get(path).field("ETag");
        assertThat(STAGE.get(path, "If-None-Match", tag).status()).isEqualTo(304);
        STAGE.origin().on(path, ResponseScript.ok("new"));
        OperatorClient.of(STAGE.gateway())
                .purge(
                        kind,
                        value.replace("{path}", path)
                                .replace("{name}", name)
                                .replace("{pool}", path.substring(1, path.lastIndexOf('/'))));
        ReceivedResponse after = STAGE.get(path, "If-None-Match", tag);
        assertThat(after.status()).isEqualTo(200);
        assertThat(after.content()).isEqualTo("new");
    }
}
