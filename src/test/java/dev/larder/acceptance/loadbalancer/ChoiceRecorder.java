package dev.larder.acceptance.loadbalancer;

import dev.larder.acceptance.kit.OriginLatch;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.cloud.client.ServiceInstance;
import org.springframework.cloud.client.loadbalancer.CompletionContext;
import org.springframework.cloud.client.loadbalancer.LoadBalancerLifecycle;
import org.springframework.cloud.client.loadbalancer.Request;
import org.springframework.cloud.client.loadbalancer.RequestData;
import org.springframework.cloud.client.loadbalancer.RequestDataContext;
import org.springframework.cloud.client.loadbalancer.Response;
import org.springframework.cloud.client.loadbalancer.ResponseData;

/** Records what the load balancers of one gateway are told. */
final class ChoiceRecorder implements LoadBalancerLifecycle<RequestDataContext, ResponseData, ServiceInstance> {

    private final List<String> events = Collections.synchronizedList(new ArrayList<>());
    private final OriginLatch hanging = new OriginLatch();
    private final OriginLatch cancelled = new OriginLatch();

    /** What has been told until now, in order; instances are not named. */
    List<String> events() {
        synchronized (events) {
            return List.copyOf(events);
        }
    }

    void forget() {
        events.clear();
    }

    /** Is reached by choices that hang. */
    OriginLatch hanging() {
        return hanging;
    }

    /** Is reached by choices that hang when they are cancelled. */
    OriginLatch cancelled() {
        return cancelled;
    }

    long choices() {
        return events().stream().filter(event -> event.startsWith("start ")).count();
    }

    @Override
    public void onStart(Request<RequestDataContext> request) {
        RequestDataContext context = request.getContext();
        events.add("start " + text(context.getClientRequest()) + " " + context.getHint());
    }

    @Override
    public void onStartRequest(Request<RequestDataContext> request, Response<ServiceInstance> chosen) {
        events.add("chosen " + request.getContext().getClientRequest().getUrl() + " " + chosen.hasServer());
    }

    @Override
    public void onComplete(CompletionContext<ResponseData, ServiceInstance, RequestDataContext> completion) {
        ResponseData answer = completion.getClientResponse();
        RequestData asked = completion.getLoadBalancerRequest().getContext().getClientRequest();
        Response<ServiceInstance> chosen = completion.getLoadBalancerResponse();
        events.add(completion.status() + " " + asked.getUrl() + " "
                + (chosen == null ? "-" : chosen.hasServer()) + " "
                + (answer == null
                        ? "-"
                        : answer.getHttpStatus() + " " + answer.getHeaders().getFirst("X-Instance") + " "
                                + answer.getCookies()));
    }

    private static String text(RequestData request) {
        Map<String, List<String>> fields = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        request.getHeaders().forEach(fields::put);
        return request.getHttpMethod() + " " + request.getUrl() + " " + fields + " "
                + new TreeMap<>(request.getCookies());
    }
}
