package dev.larder.gateway.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.cloud.gateway.config.GatewayProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.mock.env.MockEnvironment;
import reactor.netty.http.client.HttpClient;

/** Each of these stops the start with one message: which property, which value, why, and what to write instead. */
class WrongConfigurationTest {

    private static final String ROUTE = "spring.cloud.gateway.server.webflux.routes[0].";

    private final ReactiveWebApplicationContextRunner runner = new ReactiveWebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(LarderAutoConfiguration.class))
            .withUserConfiguration(Gateway.class);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "paths=users | paths has the value 'users', but a path begins with a slash | /users/**",
                "paths=/users/{id | paths has the value '/users/{id', but it is no path pattern | /users/{id}/**",
                "ttl=0s | ttl has the value '0s', but a duration here is more than zero | 30s",
                "ttl=-1s | ttl has the value '-1s', but a duration here is more than zero | 30s",
                "ttl-overrides=true | ttl-overrides has the value 'true', but the rule has no ttl | ttl=30s",
                "stale-while-revalidate=0s | stale-while-revalidate has the value '0s' | 30s",
                "stale-if-error=-5s | stale-if-error has the value '-5s' | 30s",
                "revalidate=always;stale-while-revalidate=5s | but the rule says revalidate=always | revalidate=ttl",
                "status-ttl.304=5s | status-ttl has the value '304', but no response with such a status | 200 or 404",
                "status-ttl.404=0s | status-ttl.404 has the value | 30s",
                "statuses=200;status-ttl.404=5s | so it could never apply | statuses=200,404",
                "statuses=99 | statuses has the value '99' | 200 or 404",
                "methods=DELETE | methods has the value 'DELETE', but requests with this method are never | GET, HEAD, QUERY",
                "methods=GET,QUERY | methods has the value | key.content=64KB",
                "key.content=64KB | key.content has the value '64KB', but the rule's methods have no content | methods=QUERY",
                "methods=QUERY;key.content=17MB | key.content has the value '17MB', but content | 64KB",
                "key.principal=true;key.claim=sub | key.claim has the value 'sub', but the rule also says | key.claim=sub, and leave key.principal out",
                "key.query.keep=page;key.query.ignore=utm_* | key.query.ignore has the value | key.query.keep=page, and leave",
                "key.headers=Authorization | key.headers has the value 'Authorization', but credentials | key.principal=true",
                "key.headers=Accept Language | it is no name of a header field | Accept-Language",
                "key.cookies=a=b | it is no name of a header field or cookie | currency",
                "bypass.stores=false | bypass.stores has the value 'false', but the rule grants no bypass | bypass.header",
                "bypass.header=Bypass Cache | bypass.header has the value 'Bypass Cache' | Bypass-Cache",
                "store=big | store has the value 'big', but there is no store of that name | larder.stores.big",
                "max-object-size=1GB | max-object-size has the value '1GB', but its store has room | a value between",
                "pool=user-{name} | pool has the value 'user-{name}', but not every path of the rule | /users/{id}/**",
                "tll=30s | Larder has no such property | larder.rules.mine.ttl,",
                "key.hosts=false | Larder has no such property | larder.rules.mine.key.host,",
            })
    void ofARule(String properties, String description, String action) {
        String paths = properties.startsWith("paths=") ? "" : "paths=/users/**;";
        stops((paths + properties).split(";"), "larder.rules.mine.", "larder.rules.mine", description, action);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "larder.rules.mine.pool=users | larder.rules.mine.paths has the value '' | could never apply | mine.paths=/users/**, or Cache=mine",
                "larder.rules.a.paths=/x;larder.rules.b.paths=/x | .paths has the value '/x' | says the same | without it",
                "larder.rules.a.routes=x;larder.rules.b.routes=x | .routes has the value 'x' | says the same | without it",
                ROUTE + "id=r;" + ROUTE + "uri=http://h;" + ROUTE + "predicates=Path=/**;" + ROUTE
                        + "filters=Cache=catalog | Cache=catalog | there is no rule larder.rules.catalog | Cache=30s",
                ROUTE + "id=r;" + ROUTE + "uri=http://h;" + ROUTE + "predicates=Path=/**;" + ROUTE
                        + "filters=Cache=0s | Cache=0s | a lifetime is a duration of more than zero | Cache=30s",
                ROUTE + "id=r;" + ROUTE + "uri=http://h;" + ROUTE + "predicates=Path=/**;" + ROUTE
                        + "metadata.larder-rule=catalog | larder-rule has the value 'catalog' | there is no rule | a rule",
                "larder.status-header.name=S Cache | larder.status-header.name has the value 'S Cache' | no name | S-Cache",
                "larder.status-header.hit=a hit | larder.status-header.hit has the value | more than one word | hit",
                "larder.stores.big.max-size=0B | larder.stores.big.max-size has the value '0B' | at least one byte | 64MB",
                "larder.stores.big.size=1MB | larder.stores.big.size has the value | no such property | larder.store",
            })
    void ofSeveralThings(String properties, String where, String why, String action) {
        stops(properties.split(";"), "", where, why, action);
    }

    private void stops(String[] properties, String prefix, String where, String why, String action) {
        var environment = new MockEnvironment();
        for (String property : properties) {
            int end = property.indexOf('=');
            environment.setProperty(prefix + property.substring(0, end), property.substring(end + 1));
        }
        String[] prefixed = Arrays.stream(properties).map(prefix::concat).toArray(String[]::new);
        runner.withPropertyValues(prefixed).run(context -> {
            assertThat(context).hasFailed();
            FailureAnalysis analysis = new InvalidPropertyAnalyzer(environment).analyze(context.getStartupFailure());
            assertThat(analysis).as("%s", context.getStartupFailure()).isNotNull();
            assertThat(analysis.getDescription()).startsWith("The property ").contains(where, why);
            assertThat(analysis.getAction()).startsWith("Write for example ").contains(action);
        });
    }

    @EnableConfigurationProperties({ServerProperties.class, GatewayProperties.class})
    static class Gateway {

        @Bean
        HttpClient httpClient() {
            return HttpClient.create();
        }
    }
}
