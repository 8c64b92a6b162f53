package dev.larder.gateway.actuate.page;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.util.ReflectionUtils;

/**
 * The response of an endpoint's read operation without arguments, if there is such an endpoint.
 *
 * @param id id of the endpoint
 * @param shape converts the response to blocks
 */
public record EndpointSection(
        ListableBeanFactory beans, String id, String title, Function<Object, List<PageBlock>> shape)
        implements PageSection {

    /** Creates a section that shows the response as generic JSON. */
    public EndpointSection(ListableBeanFactory beans, String id, String title) {
        this(beans, id, title, JsonPageBlocks::of);
    }

    @Override
    public List<PageBlock> blocks() {
        return endpoint().flatMap(EndpointSection::answer).map(shape).orElse(List.of());
    }

    private Optional<Object> endpoint() {
        return Arrays.stream(beans.getBeanNamesForAnnotation(WebEndpoint.class))
                .filter(this::isIt)
                .findAny()
                .map(beans::getBean);
    }

    private boolean isIt(String bean) {
        WebEndpoint endpoint = beans.findAnnotationOnBean(bean, WebEndpoint.class);
        return endpoint != null && endpoint.id().equals(id);
    }

    private static Optional<Object> answer(Object endpoint) {
        return Arrays.stream(AopUtils.getTargetClass(endpoint).getMethods())
                .filter(method -> method.isAnnotationPresent(ReadOperation.class) && method.getParameterCount() == 0)
                .findAny()
                .map(method -> answer(endpoint, method));
    }

    private static Object answer(Object endpoint, Method method) {
        Object answer = ReflectionUtils.invokeMethod(method, endpoint);
        Object body = answer instanceof WebEndpointResponse<?> response ? response.getBody() : answer;
        return body == null ? List.of() : body;
    }
}
