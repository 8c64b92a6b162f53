package dev.larder.gateway.actuate.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.context.support.StaticApplicationContext;

/** An endpoint that is there is shown, one that is not is no section. */
class EndpointSectionTest {

    private final StaticApplicationContext beans = new StaticApplicationContext();

    @Test
    void showsResponseOfEndpoint() {
        beans.registerSingleton("curves", Curves.class);
        assertThat(new EndpointSection(beans, "curves", "Curves").blocks())
                .containsExactly(new PageBlock.Table("", List.of("what", "value"), List.of(List.of("size", "7"))));
    }

    @Test
    void showsNothingIfEndpointIsAbsent() {
        assertThat(new EndpointSection(beans, "curves", "Curves").blocks()).isEmpty();
    }

    /** An endpoint with two operations. */
    @WebEndpoint(id = "curves")
    public static class Curves {

        @ReadOperation
        public WebEndpointResponse<Object> overview() {
            return new WebEndpointResponse<>(Map.of("size", 7));
        }

        @ReadOperation
        public String one(@Selector String name) {
            return name;
        }
    }
}
